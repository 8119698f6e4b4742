! Spawning from Fortran, where Open MPI does not use the C entry points. (The MPICH of Debian cannot spawn.)
! only: openmpi
program fortran_spawns
  use mpi
  implicit none
  integer :: ierr, rank, parent, children, value
  integer :: status(MPI_STATUS_SIZE)
  character(len=512) :: self
  call MPI_Init(ierr)
  call MPI_Comm_get_parent(parent, ierr)
  call get_command_argument(0, self)
  value = 42
  if (parent == MPI_COMM_NULL) then
    call MPI_Comm_spawn(self, MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, children, MPI_ERRCODES_IGNORE, ierr)
    ! trace *: CollectiveBegin call=MPI_Comm_spawn
    ! trace *: CollectiveEnd
    ! defines *: BlindSpot sentence="Processes outside this job's MPI_COMM_WORLD take part?"
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
    if (rank == 0) call MPI_Send(value, 1, MPI_INTEGER, 0, 0, children, ierr)
    call MPI_Comm_disconnect(children, ierr)
  else
    call MPI_Recv(value, 1, MPI_INTEGER, 0, 0, parent, status, ierr)
    call MPI_Comm_disconnect(parent, ierr)
  end if
  call MPI_Finalize(ierr)
  ! trace *: FinalizeEnd
  if (value /= 42) stop 1
end program
