! Fortran: the pointer to the memory of a window is used after the window has been freed.
! finds: gone FP-WINDOW-014
program after_free
  use mpi_f08
  use, intrinsic :: iso_c_binding
  implicit none
  type(MPI_Win) :: win
  type(c_ptr) :: base
  integer, pointer :: memory(:)
  integer :: total
  call MPI_Init()
  call MPI_Win_allocate(400_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, base, win)
  call c_f_pointer(base, memory, [100])
  memory = 1
  call MPI_Win_free(win)  ! FINDS(gone)
  total = sum(memory)     ! FINDS(gone:load)
  if (total /= 100) print *, total
  call MPI_Finalize()
end program after_free
