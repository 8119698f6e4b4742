! A COMMON block is one memory whatever its members are called, and so is what EQUIVALENCE puts together.
! near: FP-RANGE-009
program common_blocks
  use mpi
  implicit none
  integer :: error, rank, win, first(4), second(4), low(4), all_of_it(8)
  integer(mpi_address_kind) :: size, zero
  common /pair/ first, second
  equivalence (low, all_of_it)
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  first = 1
  second = 2
  all_of_it = 3
  size = 32
  zero = 0
  call MPI_Win_create(first, size, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, error)
  call MPI_Win_fence(0, win, error)
  if (rank == 0) call MPI_Put(low, 8, MPI_INTEGER, 1, zero, 8, MPI_INTEGER, win, error)
  call MPI_Win_fence(0, win, error)
  if (rank == 1 .and. second(4) /= 3) error stop
  call MPI_Win_free(win, error)
  call MPI_Finalize(error)
end program
