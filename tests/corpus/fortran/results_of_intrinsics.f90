! Intrinsic subroutines store into what a put still sends.
! finds: date FP-RACE-004
! finds: word FP-RACE-004
! finds: variable FP-RACE-004
program results_of_intrinsics
  use mpi
  implicit none
  character(len=16), asynchronous :: date, word, variable
  integer :: rank, ierror, win
  integer(MPI_ADDRESS_KIND) :: bytes, first
  character, asynchronous :: memory(64)
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  bytes = 64
  first = 0
  date = ' '
  word = ' '
  variable = ' '
  call MPI_Win_create(memory, bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierror)
  call MPI_Win_fence(0, win, ierror)
  if (rank == 0) then
    call MPI_Put(date, 16, MPI_CHARACTER, 1, first, 16, MPI_CHARACTER, win, ierror)  ! FINDS(date:put)
    first = 16
    call MPI_Put(word, 16, MPI_CHARACTER, 1, first, 16, MPI_CHARACTER, win, ierror)  ! FINDS(word:put)
    first = 32
    call MPI_Put(variable, 16, MPI_CHARACTER, 1, first, 16, MPI_CHARACTER, win, ierror)  ! FINDS(variable:put)
    call date_and_time(date=date)  ! FINDS(date:store)
    call get_command_argument(0, word)  ! FINDS(word:store)
    call get_environment_variable('HOME', variable)  ! FINDS(variable:store)
  end if
  call MPI_Win_fence(0, win, ierror)
  call MPI_Win_free(win, ierror)
  call MPI_Finalize(ierror)
end program results_of_intrinsics
