! A recursive subroutine locks the same target again: the inner unlock ends the epoch.
! ranks: 2
! finds: twice FP-EPOCH-008
! finds: unlock FP-EPOCH-009
! says: fix MPI_Win_lock at locked_again_by_itself.f90:20 and MPI_Win_unlock at locked_again_by_itself.f90:24 must not be called where the target is already locked.
! says: and so error FP-EPOCH-009
module counters
  implicit none
  include 'mpif.h'
  integer :: win

contains

  recursive subroutine add(target, again)
    integer, intent(in) :: target
    logical, intent(in) :: again
    integer :: ierr, one

    one = 1
    call MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win, ierr)  ! FINDS(twice)
    call MPI_Accumulate(one, 1, MPI_INTEGER, target, 0_MPI_ADDRESS_KIND, 1, MPI_INTEGER, MPI_SUM, win, ierr)
    call MPI_Win_flush(target, win, ierr)
    if (again) call add(target, .false.)
    call MPI_Win_unlock(target, win, ierr)  ! FINDS(unlock)
  end subroutine add
end module counters

program locked_again_by_itself
  use counters
  implicit none
  integer :: rank, ierr
  integer :: memory(4)

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  memory = 0
  call MPI_Win_create(memory, 16_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call add(0, .false.)
  call add(1, rank == 0)
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program locked_again_by_itself
