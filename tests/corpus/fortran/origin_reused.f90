! The include file mpif.h: the origin buffer is changed before the unlock.
! finds: race FP-RACE-004
! flags: -Wno-unused-parameter
program origin_reused
  implicit none
  include 'mpif.h'
  integer, save :: memory(4), value
  integer :: rank, ierror, win
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Win_create(memory, 16_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierror)
  value = 7
  call MPI_Win_fence(0, win, ierror)
  call MPI_Put(value, 1, MPI_INTEGER, 1 - rank, 0_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win, ierror)  ! FINDS(race:put)
  value = 8  ! FINDS(race:store)
  call MPI_Win_fence(0, win, ierror)
  call MPI_Win_free(win, ierror)
  call MPI_Finalize(ierror)
end program origin_reused
