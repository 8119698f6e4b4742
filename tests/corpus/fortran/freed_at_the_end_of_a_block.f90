! An allocatable of a block is freed at its end, which the compiler places at the last statement's line: it is no copy.
! finds: freed FP-WINDOW-011
! says: MPI_Win_flush_local(1, win, ierror)
program freed_at_the_end_of_a_block
  use mpi
  implicit none
  integer :: rank, ierror, win
  integer(kind=MPI_ADDRESS_KIND) :: bytes, place
  integer :: memory(8)
  common /shared/ memory
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  memory = 0
  bytes = 32
  place = 0
  call MPI_Win_create(memory, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierror)
  call MPI_Win_lock_all(0, win, ierror)
  block
    integer, allocatable :: values(:)
    allocate (values(8))
    values = rank
    if (rank == 0) call MPI_Put(values, 8, MPI_INTEGER, 1, place, 8, MPI_INTEGER, win, ierror)  ! FINDS(freed)
  end block
  call MPI_Win_unlock_all(win, ierror)
  call MPI_Win_free(win, ierror)
  call MPI_Finalize(ierror)
end program freed_at_the_end_of_a_block
