! What MPI-4.0 brought without a choice buffer, in mpi_f08: partitions that are ready, and a barrier that is started anew.
! mpi: mpich (Open MPI 4 has neither)
program partitions_and_barriers
  use mpi_f08
  implicit none
  type(MPI_Win) :: win
  type(MPI_Request) :: parts, barrier
  integer :: rank, round, peer, value
  integer, asynchronous :: memory(8)
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  peer = 1 - rank
  memory = 0
  call MPI_Win_create(memory, 32_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win)
  call MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, barrier)
  if (rank == 0) call MPI_Psend_init(memory(5), 2, 2_MPI_COUNT_KIND, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, parts)
  if (rank == 1) call MPI_Precv_init(memory(5), 2, 2_MPI_COUNT_KIND, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, parts)
  call MPI_Win_lock_all(0, win)
  do round = 1, 3
    value = round
    call MPI_Put(value, 1, MPI_INTEGER, peer, 0_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win)
    call MPI_Win_flush(peer, win)
    call MPI_Start(barrier)
    call MPI_Wait(barrier, MPI_STATUS_IGNORE)
    if (memory(1) /= round) stop 1
    call MPI_Start(parts)
    if (rank == 0) then
      memory(5:6) = round
      call MPI_Pready(0, parts)
      memory(7:8) = round
      call MPI_Pready(1, parts)
    end if
    call MPI_Wait(parts, MPI_STATUS_IGNORE)
    if (any(memory(5:8) /= round)) stop 2
    call MPI_Start(barrier)
    call MPI_Wait(barrier, MPI_STATUS_IGNORE)
  end do
  call MPI_Win_unlock_all(win)
  call MPI_Request_free(parts)
  call MPI_Request_free(barrier)
  call MPI_Win_free(win)
  call MPI_Finalize()
end program
