! The lock of each round is never released, and the put is under a condition: the closing call belongs after that.
! finds: again FP-EPOCH-008
! finds: open FP-EPOCH-013
! says: fix Add MPI_Win_unlock_all(win, ierr) after MPI_Put at lock_in_a_loop_of_fortran.f90:21, in the same block as MPI_Win_lock_all at lock_in_a_loop_of_fortran.f90:19. Tried on the recorded run
! mpi: mpich (with Open MPI the place of MPI_Win_free is given as the line of the program statement)
program lock_in_a_loop_of_fortran
  use mpi
  implicit none
  integer, asynchronous :: memory(8), values(8)
  integer :: rank, ranks, ierr, win, step
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  memory = 0
  values = rank
  call MPI_Win_create(memory, 32_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  do step = 1, 3
    call MPI_Win_lock_all(0, win, ierr)  ! FINDS(again, open)
    if (step < ranks + 3) then
      call MPI_Put(values(step), 1, MPI_INTEGER, 0, int(4 * rank + step, MPI_ADDRESS_KIND), 1, MPI_INTEGER, win, ierr)
    end if
  end do
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  call MPI_Win_free(win, ierr)  ! FINDS(open)
  call MPI_Finalize(ierr)
end program lock_in_a_loop_of_fortran
