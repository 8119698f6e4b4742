! The last column is put and changed before the fence: the buffer has the name that the call gives it.
! finds: race FP-RACE-004
! says: origin buffer of rank 0, given as u(1, n) at
program column_put_and_changed
  use mpi
  implicit none
  integer, parameter :: n = 8
  double precision, allocatable :: u(:,:), halo(:)
  integer :: rank, ierror, win
  integer(MPI_ADDRESS_KIND) :: bytes, first
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  allocate(u(n, n), halo(n))
  u = rank
  bytes = 8 * n
  first = 0
  call MPI_Win_create(halo, bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierror)
  call MPI_Win_fence(0, win, ierror)
  if (rank == 0) then
    call MPI_Put(u(1, n), n, MPI_DOUBLE_PRECISION, 1, first, n, MPI_DOUBLE_PRECISION, win, ierror)  ! FINDS(race:put)
    u(1, n) = 3  ! FINDS(race:store)
  end if
  call MPI_Win_fence(0, win, ierror)
  call MPI_Win_free(win, ierror)
  call MPI_Finalize(ierror)
end program column_put_and_changed
