! Statements whose unit is a variable write and read it: text that a put still sends, text that a get has not brought yet.
! finds: write FP-RACE-004
! finds: read FP-RACE-005
program internal_units
  use mpi
  implicit none
  character(len=32), asynchronous :: sent, got
  integer :: rank, number, ierror, win
  integer(MPI_ADDRESS_KIND) :: bytes, first
  character(len=32), asynchronous :: memory
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  bytes = 32
  first = 0
  memory = '7'
  sent = '8'
  got = '9'
  call MPI_Win_create(memory, bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierror)
  call MPI_Win_fence(0, win, ierror)
  if (rank == 0) then
    call MPI_Put(sent, 32, MPI_CHARACTER, 1, first, 32, MPI_CHARACTER, win, ierror)  ! FINDS(write:put)
    write(sent, '(i5)') rank  ! FINDS(write:store)
  end if
  call MPI_Win_fence(0, win, ierror)
  if (rank == 1) then
    call MPI_Get(got, 32, MPI_CHARACTER, 0, first, 32, MPI_CHARACTER, win, ierror)  ! FINDS(read:get)
    read(got, *) number  ! FINDS(read:load)
    if (number < 0) print *, number
  end if
  call MPI_Win_fence(0, win, ierror)
  ! These are complete.
  write(sent, '(i5)') rank
  read(got, *) number
  call MPI_Win_free(win, ierror)
  call MPI_Finalize(ierror)
end program internal_units
