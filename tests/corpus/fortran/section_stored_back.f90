! A contiguous section is put from the array itself; the section with gaps of the next call is copied, and stored back after it:
! the first put is still reading there. Its own buffer is no copy.
! finds: race FP-RACE-004
! finds: copied FP-WINDOW-011
! mpi: mpich (Open MPI's interface says that the origin is not stored to)
program section_stored_back
  use mpi
  implicit none
  integer :: rank, ierror, win
  integer(kind=MPI_ADDRESS_KIND) :: bytes, place
  integer :: memory(64), values(32)
  common /shared/ memory
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  memory = 0
  values = rank
  bytes = 256
  call MPI_Win_create(memory, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierror)
  call MPI_Win_fence(0, win, ierror)
  if (rank == 0) then
    place = 0
    call MPI_Put(values(5:20), 16, MPI_INTEGER, 1, place, 16, MPI_INTEGER, win, ierror)  ! FINDS(race:put)
    place = 32
    call MPI_Put(values(1:31:2), 16, MPI_INTEGER, 1, place, 16, MPI_INTEGER, win, ierror)  ! FINDS(race:store, copied)
  end if
  call MPI_Win_fence(0, win, ierror)
  call MPI_Win_free(win, ierror)
  call MPI_Finalize(ierror)
end program section_stored_back
