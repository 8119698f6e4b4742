! The window is a component, and the calls that it needs continue on further lines: advice names it as the program does.
! finds: open FP-EPOCH-013
! says: fix Add MPI_Win_fence(0, self%win, ierr) on all ranks before MPI_Win_free at window_in_a_type.f90:36; or add MPI_Win_fence(0, self%win, ierr) on all ranks after MPI_Put at window_in_a_type.f90:30, in the same block as MPI_Win_fence at window_in_a_type.f90:28. The first of these was tried
! mpi: mpich (with Open MPI the place of MPI_Win_free is given as the line of the subroutine statement)
module grids
  use mpi
  use, intrinsic :: iso_c_binding
  implicit none
  type :: grid
    integer :: win
    integer, pointer :: u(:)
  end type grid
contains
  subroutine make(self)
    type(grid), intent(inout) :: self
    type(c_ptr) :: base
    integer :: ierr
    call MPI_Win_allocate(16_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &
                          base, self%win, ierr)
    call c_f_pointer(base, self%u, [4])
    self%u = 0
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
  end subroutine make
  subroutine put(self, value, rank)
    type(grid), intent(inout) :: self
    integer, intent(in) :: value, rank
    integer :: ierr
    call MPI_Win_fence(0, self%win, ierr)  ! FINDS(open)
    if (rank == 0) call MPI_Put(value, 1, MPI_INTEGER, 1, &
                                0_MPI_ADDRESS_KIND, 1, MPI_INTEGER, self%win, ierr)
  end subroutine put
  subroutine drop(self)
    type(grid), intent(inout) :: self
    integer :: ierr
    call MPI_Win_free( &
      self%win, ierr)  ! FINDS(open)
    if (ierr /= MPI_SUCCESS) stop 1
  end subroutine drop
end module grids

program window_in_a_type
  use grids
  implicit none
  type(grid) :: one
  integer :: rank, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call make(one)
  call put(one, 7, rank)
  call drop(one)
  call MPI_Finalize(ierr)
end program window_in_a_type
