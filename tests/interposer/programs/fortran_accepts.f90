! Two halves of a job that meet through a port, from Fortran, where Open MPI does not use the C entry points.
! (The MPICH of Debian has no ports: MPI_Open_port is not supported by its UCX device.)
! only: openmpi
program fortran_accepts
  use mpi
  implicit none
  integer :: ierr, rank, other, value
  integer :: status(MPI_STATUS_SIZE)
  character(len=MPI_MAX_PORT_NAME) :: port
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  value = 42
  if (rank == 0) then
    call MPI_Open_port(MPI_INFO_NULL, port, ierr)
    call MPI_Send(port, MPI_MAX_PORT_NAME, MPI_CHARACTER, 1, 0, MPI_COMM_WORLD, ierr)
    call MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, other, ierr)
    ! trace 0: CollectiveBegin call=MPI_Comm_accept
    ! trace 0: CollectiveEnd
    call MPI_Send(value, 1, MPI_INTEGER, 0, 0, other, ierr)
    call MPI_Close_port(port, ierr)
  else
    value = 0
    call MPI_Recv(port, MPI_MAX_PORT_NAME, MPI_CHARACTER, 0, 0, MPI_COMM_WORLD, status, ierr)
    call MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, other, ierr)
    ! trace 1: CollectiveBegin call=MPI_Comm_connect
    ! trace 1: CollectiveEnd
    call MPI_Recv(value, 1, MPI_INTEGER, 0, 0, other, status, ierr)
  end if
  call MPI_Comm_disconnect(other, ierr)
  call MPI_Finalize(ierr)
  ! trace *: FinalizeEnd
  if (value /= 42) stop 1
end program
