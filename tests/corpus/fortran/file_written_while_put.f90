! mpi_f08: the window is written to the file by a nonblocking call whose request is complete only after the put.
! finds: race FP-RACE-011
program file_written_while_put
  use mpi_f08
  implicit none
  integer, asynchronous, save :: memory(4) = 0, value = 7
  integer :: rank, number
  integer(MPI_OFFSET_KIND) :: offset
  character(len=64) :: name
  type(MPI_File) :: file
  type(MPI_Request) :: request
  type(MPI_Win) :: win
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Win_create(memory, 16_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win)
  call system_clock(number)
  call MPI_Bcast(number, 1, MPI_INTEGER, 0, MPI_COMM_WORLD)
  write (name, '(a,i0)') '/tmp/fencepost-test-f-', number
  call MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE + MPI_MODE_RDWR + MPI_MODE_DELETE_ON_CLOSE, &
                     MPI_INFO_NULL, file)
  offset = 0
  call MPI_File_set_view(file, offset, MPI_INTEGER, MPI_INTEGER, 'native', MPI_INFO_NULL)
  offset = 4 * rank
  call MPI_File_iwrite_at(file, offset, memory, 4, MPI_INTEGER, request) ! FINDS(race)
  call MPI_Win_fence(0, win)
  if (rank == 0) call MPI_Put(value, 1, MPI_INTEGER, 1, 2_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win) ! FINDS(race:put)
  call MPI_Win_fence(0, win)
  call MPI_Wait(request, MPI_STATUS_IGNORE)
  call MPI_File_close(file)
  call MPI_Win_free(win)
  call MPI_Finalize()
end program file_written_while_put
