! A default integer is passed as the displacement, and mpif.h does not say that it has to be of 8 bytes. What lies behind
! it becomes the upper half.
! finds: disp FP-RANGE-001
! flags: -Wno-unused-parameter
! says: fix An integer of 4 bytes seems to be passed: the lower half of the displacement is 20, which fits, and the upper half is memory behind it. A displacement is an integer(kind=MPI_ADDRESS_KIND), which has 8 bytes.
program integer_as_displacement
  implicit none
  include 'mpif.h'
  integer :: rank, nprocs, ierr, win
  integer(MPI_ADDRESS_KIND) :: bytes
  real(8) :: window(100), x(10)
  common /w/ window
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nprocs, ierr)
  bytes = 800
  window = 0
  x = rank
  call MPI_Win_create(window, bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN, ierr)
  call MPI_Win_fence(0, win, ierr)
  call send(10, mod(rank + 1, nprocs), 20)
  call MPI_Win_fence(0, win, ierr)
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
contains
  subroutine send(n, to, place)
    integer :: n, to, place
    integer, volatile :: behind(2)
    behind = [place, 77]
    call MPI_Put(x, n, MPI_REAL8, to, behind(1), n, MPI_REAL8, win, ierr) ! FINDS(disp)
  end subroutine
end program
