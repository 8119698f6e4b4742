! An attribute of a window is set, replaced and deleted; the function of the last one that is set frees another window.
! near: FP-WINDOW-009
module kept
  use mpi
  implicit none
  integer :: other, deletions = 0
contains
  subroutine drop(win, key, value, extra, ierr)
    integer :: win, key, ierr
    integer(kind=MPI_ADDRESS_KIND) :: value, extra
    deletions = deletions + 1
    ierr = MPI_SUCCESS
    if (value == 7) call MPI_Win_free(other, ierr)
    if (extra /= 5 .or. key == MPI_KEYVAL_INVALID) call MPI_Abort(MPI_COMM_WORLD, win, ierr)
  end subroutine
end module

program freed_with_its_window
  use mpi
  use kept
  implicit none
  integer :: ierr, win, key, a(16), b(16)
  integer(kind=MPI_ADDRESS_KIND) :: bytes, value
  logical :: found
  call MPI_Init(ierr)
  bytes = 64
  a = 0
  b = 0
  call MPI_Win_create(a, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Win_create(b, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, other, ierr)
  call MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, drop, key, 5_MPI_ADDRESS_KIND, ierr)
  call MPI_Win_set_attr(win, key, 8_MPI_ADDRESS_KIND, ierr)
  call MPI_Win_get_attr(win, key, value, found, ierr)
  if (.not. found .or. value /= 8) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  call MPI_Win_set_attr(win, key, 6_MPI_ADDRESS_KIND, ierr)
  call MPI_Win_delete_attr(win, key, ierr)
  if (deletions /= 2) call MPI_Abort(MPI_COMM_WORLD, 2, ierr)
  call MPI_Win_set_attr(win, key, 7_MPI_ADDRESS_KIND, ierr)
  call MPI_Win_free_keyval(key, ierr)
  call MPI_Win_free(win, ierr)
  if (deletions /= 3) call MPI_Abort(MPI_COMM_WORLD, 3, ierr)
  call MPI_Finalize(ierr)
end program
