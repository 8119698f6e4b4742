! A session of mpi_f08, whose procedures do not pass through those of C.
! ranks: 3
! mpi: mpich (Open MPI 4 has no sessions)
! finds: early FP-RACE-002
program session_in_fortran
  use mpi_f08
  implicit none
  type(MPI_Session) :: session
  type(MPI_Group) :: everybody
  type(MPI_Comm) :: comm
  type(MPI_Win) :: win
  integer, asynchronous :: memory(4)
  integer :: rank, ranks
  logical :: begun
  call MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, session)
  call MPI_Initialized(begun)
  if (begun) stop 1
  call MPI_Group_from_session_pset(session, 'mpi://WORLD', everybody)
  call MPI_Comm_create_from_group(everybody, 'everybody', MPI_INFO_NULL, MPI_ERRORS_RETURN, comm)
  call MPI_Group_free(everybody)
  call MPI_Comm_rank(comm, rank)
  call MPI_Comm_size(comm, ranks)
  memory = 0
  call MPI_Win_create(memory, 16_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, comm, win)
  call MPI_Win_fence(0, win)
  call MPI_Put(rank, 1, MPI_INTEGER, mod(rank + 1, ranks), 0_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win)  ! FINDS(early:put)
  if (memory(1) < 0) stop 2  ! FINDS(early:load)
  call MPI_Win_fence(0, win)
  if (memory(1) /= mod(rank + ranks - 1, ranks)) stop 3
  call MPI_Win_free(win)
  call MPI_Comm_free(comm)
  call MPI_Session_finalize(session)
end program
