! An array is deallocated before its window is freed: the advice names the statement as the source has it.
! finds: early FP-WINDOW-003
! says: fix Move deallocate at deallocated_too_early.f90:18 after MPI_Win_free
program deallocated_too_early
  use mpi
  implicit none
  real(8), allocatable :: halo(:)
  integer :: win, ierror
  integer(MPI_ADDRESS_KIND) :: bytes
  call MPI_Init(ierror)
  allocate(halo(5000))
  halo = 0
  bytes = 40000
  call MPI_Win_create(halo, bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierror)  ! FINDS(early)
  call MPI_Win_fence(0, win, ierror)
  halo(1) = 1
  call MPI_Win_fence(0, win, ierror)
  deallocate(halo)  ! FINDS(early)
  call MPI_Win_free(win, ierror)
  call MPI_Finalize(ierror)
end program deallocated_too_early
