! The module mpi: lock_all, accumulate, flush, barrier; the pointer of MPI_Win_allocate by c_f_pointer.
! ranks: 3
program old_module
  use mpi
  use, intrinsic :: iso_c_binding, only: c_ptr, c_f_pointer
  implicit none
  integer, pointer :: memory(:)
  integer :: rank, ranks, ierror, win, one
  type(c_ptr) :: base
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierror)
  call MPI_Win_allocate(16_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, base, win, ierror)
  call c_f_pointer(base, memory, [4])
  memory = 0
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  call MPI_Win_lock_all(0, win, ierror)
  one = 1
  call MPI_Accumulate(one, 1, MPI_INTEGER, 0, 1_MPI_ADDRESS_KIND, 1, MPI_INTEGER, MPI_SUM, win, ierror)
  call MPI_Win_flush(0, win, ierror)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  call MPI_Win_sync(win, ierror)
  if (rank == 0) then
    if (memory(2) /= ranks) call MPI_Abort(MPI_COMM_WORLD, 1, ierror)
  end if
  call MPI_Win_unlock_all(win, ierror)
  call MPI_Win_free(win, ierror)
  call MPI_Finalize(ierror)
end program old_module
