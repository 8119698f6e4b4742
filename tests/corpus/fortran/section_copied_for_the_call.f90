! Every other element is put: the compiler copies them for the call, and the copy is gone when the operation happens.
! finds: freed FP-WINDOW-011
! says: fix The compiler copies what is not contiguous for the call, and discards the copy after it.
program section_copied_for_the_call
  use mpi
  implicit none
  integer :: rank, ierror, win, step
  integer(kind=MPI_ADDRESS_KIND) :: bytes, place
  integer :: memory(4), values(8)
  common /shared/ memory
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  memory = 0
  values = rank
  step = merge(2, 3, rank >= 0)
  bytes = 16
  place = 0
  call MPI_Win_create(memory, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierror)
  call MPI_Win_fence(0, win, ierror)
  if (rank == 0) call MPI_Put(values(1:8:step), 4, MPI_INTEGER, 1, place, 4, MPI_INTEGER, win, ierror)  ! FINDS(freed)
  call MPI_Win_fence(0, win, ierror)
  call MPI_Win_free(win, ierror)
  call MPI_Finalize(ierror)
end program section_copied_for_the_call
