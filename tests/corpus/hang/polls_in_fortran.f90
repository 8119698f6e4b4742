! One rank polls for a message that the other one would send only after its own receive.
! finds: cycle FP-MATCH-008
! options: --hang-timeout 3
program polls_in_fortran
  use mpi
  implicit none
  integer :: ierror, rank, token, status(MPI_STATUS_SIZE)
  logical :: there
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  token = 1
  if (rank == 0) then
    call MPI_Recv(token, 1, MPI_INTEGER, 1, 2, MPI_COMM_WORLD, status, ierror)  ! FINDS(cycle)
    call MPI_Send(token, 1, MPI_INTEGER, 1, 1, MPI_COMM_WORLD, ierror)
  else
    there = .false.
    do while (.not. there)
      call MPI_Iprobe(0, 1, MPI_COMM_WORLD, there, status, ierror)  ! FINDS(cycle)
    end do
    call MPI_Recv(token, 1, MPI_INTEGER, 0, 1, MPI_COMM_WORLD, status, ierror)
    call MPI_Send(token, 1, MPI_INTEGER, 0, 2, MPI_COMM_WORLD, ierror)
  end if
  call MPI_Finalize(ierror)
end program polls_in_fortran
