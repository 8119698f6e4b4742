! What a get brings is written out before the unlock, as a scalar, a section and a string; a read statement, a random
! number and a character assignment change what puts still send.
! finds: scalar FP-RACE-005
! finds: section FP-RACE-005
! finds: string FP-RACE-005
! finds: shifted FP-RACE-005
! finds: input FP-RACE-004
! finds: random FP-RACE-004
! flags: -O2 -fallow-argument-mismatch -w
program printed_too_early
  use mpi
  implicit none
  integer, parameter :: R = MPI_REAL8
  real(8) :: memory(100), scalar, matrix(4, 4), other(4, 4), number, numbers(8)
  character(len=16) :: text
  character(len=8) :: from = ' 3.5 '
  integer :: rank, ierror, win
  integer(MPI_ADDRESS_KIND) :: at
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  memory = 1; number = 2; numbers = 3; at = 0
  call MPI_Win_create(memory, 800_MPI_ADDRESS_KIND, 8, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierror)
  if (rank == 0) then
    call MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win, ierror)
    call MPI_Get(scalar, 1, R, 1, at, 1, R, win, ierror)             ! FINDS(scalar:get)
    print *, scalar                                                  ! FINDS(scalar:load)
    call MPI_Get(matrix, 16, R, 1, at, 16, R, win, ierror)           ! FINDS(section:get, shifted:get)
    write(*, *) matrix(1:3:2, 2:4)                                   ! FINDS(section:load)
    other = cshift(matrix, 1)                                        ! FINDS(shifted:load)
    call MPI_Get(text, 16, MPI_CHARACTER, 1, at, 16, MPI_CHARACTER, win, ierror)  ! FINDS(string:get)
    if (text == 'hello') print *, other                              ! FINDS(string:load)
    at = 50
    call MPI_Put(number, 1, R, 1, at, 1, R, win, ierror)             ! FINDS(input:put)
    read(from, *) number                                             ! FINDS(input:store)
    at = 60
    call MPI_Put(numbers, 8, R, 1, at, 8, R, win, ierror)            ! FINDS(random:put)
    call random_number(numbers)                                      ! FINDS(random:store)
    call MPI_Win_unlock(1, win, ierror)
  end if
  call MPI_Win_free(win, ierror)
  call MPI_Finalize(ierror)
end program printed_too_early
