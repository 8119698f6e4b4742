! Sections with gaps and expressions: the compiler copies them for the calls, in the frame of the caller (some of them by -O2
! alone, and by less on the heap).
! finds: put FP-WINDOW-011
! finds: get FP-WINDOW-011
! finds: sum FP-WINDOW-011
! says: fix The compiler copies what is not contiguous for the call, and discards the copy after it.
program section_copied_on_the_stack
  use mpi
  implicit none
  integer :: rank, ierror, win
  integer(kind=MPI_ADDRESS_KIND) :: bytes, place
  integer :: memory(8), values(8), table(2, 4)
  common /shared/ memory
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  memory = 0
  values = rank
  table = rank
  bytes = 32
  call MPI_Win_create(memory, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierror)
  call MPI_Win_fence(0, win, ierror)
  place = 0
  if (rank == 0) call MPI_Put(values(1:8:2), 4, MPI_INTEGER, 1, place, 4, MPI_INTEGER, win, ierror)  ! FINDS(put)
  call MPI_Win_fence(0, win, ierror)
  place = 4
  if (rank == 0) call MPI_Accumulate(values(1:2) + 1, 2, MPI_INTEGER, 1, place, 2, MPI_INTEGER, MPI_SUM, win, ierror)  ! FINDS(sum)
  call MPI_Win_fence(0, win, ierror)
  place = 0
  if (rank == 0) call MPI_Get(table(2, :), 4, MPI_INTEGER, 1, place, 4, MPI_INTEGER, win, ierror)  ! FINDS(get)
  call MPI_Win_fence(0, win, ierror)
  call MPI_Win_free(win, ierror)
  call MPI_Finalize(ierror)
end program section_copied_on_the_stack
