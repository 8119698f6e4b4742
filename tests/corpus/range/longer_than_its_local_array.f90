! An operation moves more than the local array holds in which its buffer begins.
! finds: array FP-RANGE-009
! says: but the variable few has 32 bytes
! plain: found
program longer_than_its_local_array
  use mpi
  implicit none
  integer :: rank, ierror, window
  integer(kind=MPI_ADDRESS_KIND) :: bytes, place
  double precision :: memory(100)
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  memory = 0
  bytes = 800
  call MPI_Win_create(memory, bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, window, ierror)
  if (rank == 0) call move()
  call MPI_Win_free(window, ierror)
  call MPI_Finalize(ierror)
contains
  recursive subroutine move()
    double precision :: few(4), behind(400)
    few = rank
    behind = rank
    call MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, window, ierror)
    place = 10
    call MPI_Put(few, 5, MPI_DOUBLE_PRECISION, 1, place, 5, MPI_DOUBLE_PRECISION, window, ierror) ! FINDS(array)
    place = 20
    call MPI_Put(few, 4, MPI_DOUBLE_PRECISION, 1, place, 4, MPI_DOUBLE_PRECISION, window, ierror)
    call MPI_Put(behind(1), 70, MPI_DOUBLE_PRECISION, 1, place + 4, 70, MPI_DOUBLE_PRECISION, window, ierror)
    call MPI_Win_unlock(1, window, ierror)
  end subroutine
end program
