! A section with gaps for a dummy argument that is contiguous: the compiler copies it for the call, and a procedure of the program
! hands the copy to MPI. The copy is gone when that procedure returns, before the flush.
! finds: section FP-WINDOW-011
! says: is a copy of values(1:5:2) that the compiler makes for the call of put_row at section_passed_on.f90:68, and has left scope with its return
! says: fix The compiler copies what is not contiguous for the call, and discards the copy after it.
! finds: sum FP-WINDOW-011
! says: is a copy of values(1:3)+1 that the compiler makes for the call of add_all at section_passed_on.f90:76
! finds: heap FP-WINDOW-011
! says: is a copy of values(1:5:step) that the compiler makes for the call of put_some at section_passed_on.f90:73, and is freed when that returns, before
module rows
  use mpi
  implicit none
contains
  subroutine put_row(win, &
                     row, peer)  ! dummies in two lines
    integer, intent(in) :: win, peer
    integer, intent(in), contiguous :: row(:)
    integer :: ierror
    integer(kind=MPI_ADDRESS_KIND) :: place
    place = 0
    call MPI_Put(row, size(row), MPI_INTEGER, peer, place, size(row), MPI_INTEGER, win, ierror)  ! FINDS(section:put)
  end subroutine put_row

  subroutine put_some(win, peer, x)
    integer, intent(in) :: win, peer
    integer, intent(in), contiguous :: x(:)
    integer :: ierror
    integer(kind=MPI_ADDRESS_KIND) :: place
    place = 20
    call MPI_Put(x, size(x), MPI_INTEGER, peer, place, size(x), MPI_INTEGER, win, ierror)  ! FINDS(heap:put)
  end subroutine put_some

  subroutine put_and_complete(win, row, peer)
    integer, intent(in) :: win, peer
    integer, intent(in), contiguous :: row(:)
    integer :: ierror
    call put_row_in_time(win, row, peer)
    call MPI_Win_flush_local(peer, win, ierror)  ! the copy still exists
  end subroutine put_and_complete

  subroutine put_row_in_time(win, row, peer)
    integer, intent(in) :: win, peer
    integer, intent(in), contiguous :: row(:)
    integer :: ierror
    integer(kind=MPI_ADDRESS_KIND) :: place
    place = 16
    call MPI_Put(row, size(row), MPI_INTEGER, peer, place, size(row), MPI_INTEGER, win, ierror)
  end subroutine put_row_in_time
end module rows

program section_passed_on
  use rows
  implicit none
  integer :: rank, ierror, win, step
  integer(kind=MPI_ADDRESS_KIND) :: bytes
  integer :: memory(24), values(6), whole(3)
  common /shared/ memory
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  memory = 0
  values = rank
  whole = rank
  step = merge(2, 3, rank >= 0)
  bytes = 96
  call MPI_Win_create(memory, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierror)
  call MPI_Win_lock_all(0, win, ierror)
  if (rank == 0) then
    call put_row(win, values(1:5:2), 1)  ! FINDS(section:call)
    call MPI_Win_flush(1, win, ierror)
    call put_and_complete(win, values(2:6:2), 1)
    call put_row(win, values(4:6), 1)   ! contiguous: no copy
    call MPI_Win_flush(1, win, ierror)
    call put_some(x=values(1:5:step), win=win, peer=1)  ! FINDS(heap:call)
    call put_row(win, whole, 1)
    call MPI_Win_flush(1, win, ierror)
    call add_all(win, values(1:3)+1, 3)  ! FINDS(sum:call)
    call MPI_Win_flush(1, win, ierror)
  end if
  call MPI_Win_unlock_all(win, ierror)
  call MPI_Win_free(win, ierror)
  call MPI_Finalize(ierror)
contains
  subroutine add_all(win, summands, n)
    integer, intent(in) :: win, n
    integer, intent(in) :: summands(n)
    integer :: ierror
    integer(kind=MPI_ADDRESS_KIND) :: place
    place = 8
    call MPI_Accumulate(summands, n, MPI_INTEGER, 1, place, n, MPI_INTEGER, MPI_SUM, win, ierror)  ! FINDS(sum:accumulate)
  end subroutine add_all
end program section_passed_on
