! What print reads is read by the procedure that prints, called where it is called now. (Another call had returned.)
! finds: race FP-RACE-002
! says: printed_by_a_procedure.f90:42
module parts
  use mpi
  use, intrinsic :: iso_c_binding
  implicit none
  integer :: win, rank
  real(8), pointer, contiguous :: values(:)
contains
  subroutine make(count)
    integer, intent(in) :: count
    integer(kind=MPI_ADDRESS_KIND) :: bytes
    type(c_ptr) :: memory
    integer :: ierr
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
    bytes = 8 * count
    call MPI_Win_allocate(bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, memory, win, ierr)
    call c_f_pointer(memory, values, [count])
    values = 0d0
    call MPI_Win_fence(0, win, ierr)
  end subroutine

  subroutine show()
    if (values(1) > 1d300) return
    print *, values(2:)  ! FINDS(race:load)
  end subroutine
end module

program main
  use parts
  implicit none
  real(8), save :: x(9)
  integer :: ierr
  call MPI_Init(ierr)
  call make(10)
  x = 1
  if (rank == 1) then
    call MPI_Put(x, 9, MPI_REAL8, 0, 1_MPI_ADDRESS_KIND, 9, MPI_REAL8, win, ierr)  ! FINDS(race:put)
  end if
  if (rank == 0) then
    call show()
  end if
  call MPI_Win_fence(0, win, ierr)
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program
