! What all cases need.
!
! flang reads no modules that gfortran has made.
! flang reads no modules that gfortran has made, and does not know all of OpenMP.
module common_to_all
#ifdef __flang__
  implicit none
  include 'mpif.h'
#else
  use mpi
  implicit none
#endif
  integer, target :: field(100) = 0
  integer :: window, value = 42, done = 0
  integer :: source(20) = 0, columns(4, 20) = 0
  integer :: own_number
  common /own/ own_number
  integer :: own_buffer(4)
  common /buffers/ own_buffer
  integer, save :: own_place = -1
  !$omp threadprivate(/own/, /buffers/, own_place)
  type :: buffer
    integer :: puts = 0
    integer, allocatable :: words(:)
  end type
contains
  subroutine put
    integer :: ierr
    call MPI_Put(value, 1, MPI_INTEGER, 1, 0_MPI_ADDRESS_KIND, 1, MPI_INTEGER, window, ierr)
    call MPI_Win_flush(1, window, ierr)
  end subroutine
  subroutine tell
    integer :: ierr
    call MPI_Send(value, 1, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, ierr)
  end subroutine
  subroutine put_or_tell(which)
    integer, intent(in) :: which
    if (which == 0) call put
    if (which == 1) call tell
  end subroutine
  ! A flush is to come.
  subroutine put_alone(i)
    integer, intent(in) :: i
    integer :: ierr
    if (i == 7) call MPI_Put(value, 1, MPI_INTEGER, 1, 0_MPI_ADDRESS_KIND, 1, MPI_INTEGER, window, ierr)
  end subroutine
  ! Into a place that rank 1 does not load.
  subroutine put_from(words, place)
    integer, intent(in) :: words(*), place
    integer :: ierr
    call MPI_Put(words, 2, MPI_INTEGER, 1, int(2 * place, MPI_ADDRESS_KIND), 2, MPI_INTEGER, window, ierr)
    call MPI_Win_flush(1, window, ierr)
  end subroutine
  subroutine put_shape(words, place)
    integer, intent(in) :: words(:), place
    call put_from(words, place)
  end subroutine
  ! What only one thread does, one after the other.
  subroutine put_then_tell
    if (done < 2) then
      done = done + 1
      call put_or_tell(done - 1)
    end if
  end subroutine
  subroutine rest
    do while (done < 2)
      call put_then_tell
    end do
  end subroutine
  function twice(n) result(words)
    integer, intent(in) :: n
    integer :: words(2)
    words = [n, 2 * n]
  end function
end module
