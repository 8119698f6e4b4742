! mpi_f08: the target reads before the closing fence.
! finds: race FP-RACE-002
program load_before_fence
  use mpi_f08
  implicit none
  integer, asynchronous, save :: memory(4) = 0, value
  integer :: rank
  type(MPI_Win) :: win
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Win_create(memory, 16_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win)
  value = 7 + rank
  call MPI_Win_fence(0, win)
  if (rank == 0) then
    call MPI_Put(value, 1, MPI_INTEGER, 1, 2_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win)  ! FINDS(race:put)
  else
    if (memory(3) == 5) print *, 'five'  ! FINDS(race:load)
  end if
  call MPI_Win_fence(0, win)
  call MPI_Win_free(win)
  call MPI_Finalize()
end program load_before_fence
