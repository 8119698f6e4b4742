! The origin is a local scalar of a subroutine with the interfaces of mpi_f08: changed before the unlock.
! finds: race FP-RACE-004
! flags: -O2
module transfer
  use mpi_f08
  implicit none
contains
  subroutine push(win, target, count)
    type(MPI_Win), intent(in) :: win
    integer, intent(in) :: target, count
    integer :: i, value
    call MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win)
    do i = 1, count
      value = 7 * i  ! FINDS(race:store)
      call MPI_Put(value, 1, MPI_INTEGER, target, int(i, MPI_ADDRESS_KIND), 1, MPI_INTEGER, win)  ! FINDS(race:put)
    end do
    call MPI_Win_unlock(target, win)
  end subroutine push
end module transfer

program local_scalar
  use mpi_f08
  use transfer
  implicit none
  integer, save :: memory(8)
  integer :: rank
  type(MPI_Win) :: win
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Win_create(memory, 32_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win)
  if (rank == 0) call push(win, 1, 4)
  call MPI_Win_free(win)
  call MPI_Finalize()
end program local_scalar
