! Fortran's runtime has its own handlers for fatal signals.
! exit: fails
! incomplete
program main
  use mpi
  use iso_c_binding
  implicit none
  integer :: ierr
  interface
    integer(c_int) function raise(number) bind(C)
      import :: c_int
      integer(c_int), value :: number
    end function
  end interface
  call MPI_Init(ierr)
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  ! trace *: CollectiveBegin call=MPI_Barrier
  ierr = raise(11_c_int)
  ! trace *: Signal number=11
end program
