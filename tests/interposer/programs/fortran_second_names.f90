! A Fortran program that calls a function by its PMPI name: the library's Fortran layer leads to ours.
! silent
! defines *: Process native_rma=0
! trace *: WindowCreateBegin call=MPI_Win_create
! trace *: Transfer call=MPI_Put
program second_names
  use mpi, only: MPI_COMM_WORLD, MPI_INTEGER, MPI_ADDRESS_KIND, MPI_INFO_NULL, MPI_Init, MPI_Finalize, &
                 MPI_Comm_rank, MPI_Win_fence, MPI_Win_free
  implicit none
  integer :: rank, window, error, left
  integer, volatile :: memory(4)
  integer(kind=MPI_ADDRESS_KIND) :: bytes, first
  external :: MPI_Win_create, pmpi_put
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  bytes = 16
  first = 0
  memory = -1
  call MPI_Win_create(memory, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, window, error)
  call MPI_Win_fence(0, window, error)
  call pmpi_put(rank, 1, MPI_INTEGER, 1 - rank, first, 1, MPI_INTEGER, window, error)
  call MPI_Win_fence(0, window, error)
  left = memory(1)
  call MPI_Win_free(window, error)
  call MPI_Finalize(error)
  if (left /= 1 - rank) stop 1
end program
