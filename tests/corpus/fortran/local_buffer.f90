! A local array of a subroutine, neither saved nor a target: used before the unlock.
! finds: race FP-RACE-005
! flags: -O2 -Wno-unused-parameter
subroutine fetch(count, win, target)
  implicit none
  include 'mpif.h'
  integer :: count, win, target, ierror, i
  double precision :: values(100), total
  call MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win, ierror)
  call MPI_Get(values, count, MPI_REAL8, target, 0_MPI_ADDRESS_KIND, count, MPI_REAL8, win, ierror)  ! FINDS(race:get)
  total = 0
  do i = 1, count
    total = total + values(i)  ! FINDS(race:load)
  end do
  if (total < 0) write(*, *) total
  call MPI_Win_unlock(target, win, ierror)
end subroutine fetch

program local_buffer
  implicit none
  include 'mpif.h'
  double precision, save :: memory(100)
  integer :: rank, ierror, win
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  memory = 1
  call MPI_Win_create(memory, 800_MPI_ADDRESS_KIND, 8, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierror)
  call fetch(100, win, 1 - rank)
  call MPI_Win_free(win, ierror)
  call MPI_Finalize(ierror)
end program local_buffer
