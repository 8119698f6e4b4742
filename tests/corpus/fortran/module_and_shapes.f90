! Loads and stores of window memory in procedures of a module and of the main program: through assumed shapes, in whole arrays and
! sections. (By mpif.h, which every compiler reads.)
! finds: read FP-RACE-002
! finds: whole FP-RACE-002
! finds: section FP-RACE-002
! flags: -Wno-unused-parameter
module field
  implicit none
  include 'mpif.h'
  real(8), allocatable :: grid(:,:)
contains
  subroutine relax(a, b)
    real(8), intent(inout) :: a(:,:)
    real(8), intent(in) :: b(:,:)
    integer :: i, j
    do j = 2, size(a, 2) - 1
      do i = 2, size(a, 1) - 1
        a(i, j) = b(i, j) + 1  ! FINDS(read)
      end do
    end do
  end subroutine
  subroutine set(a, x)
    real(8), intent(inout) :: a(:)
    real(8), intent(in) :: x
    a = x  ! FINDS(whole)
  end subroutine
end module

program main
  use field
  implicit none
  integer :: rank, ierr, win
  integer(kind=MPI_ADDRESS_KIND) :: bytes, place
  real(8), allocatable :: work(:,:)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  allocate(grid(66, 66), work(66, 66))
  grid = 1
  work = rank
  bytes = 66 * 66 * 8
  place = 66 * 9
  call MPI_Win_create(grid, bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Win_fence(0, win, ierr)
  if (rank == 0) call MPI_Put(work(1, 5), 198, MPI_DOUBLE_PRECISION, 1, place, 198, MPI_DOUBLE_PRECISION, win, ierr)  ! FINDS(read, whole, section)
  if (rank == 1) call relax(work, grid)
  if (rank == 1) call inner
  call MPI_Win_fence(0, win, ierr)
  if (rank == 1) call relax(work, grid)
  call MPI_Win_fence(0, win, ierr)
  if (sum(work) < 0) print *, work(3, 3)
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
contains
  subroutine inner
    call set(grid(:, 10), 3d0)
    grid(2, 11:12) = work(2, 11:12)  ! FINDS(section)
  end subroutine
end program
