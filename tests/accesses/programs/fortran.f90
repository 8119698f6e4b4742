! Array code of Fortran over a window.
module probe
  use iso_c_binding
  implicit none
contains
  subroutine fill(a, n)
    integer, intent(in) :: n
    real(c_double), intent(out) :: a(n)
    integer :: i
    do i = 1, n
      a(i) = real(i, c_double)  ! expect: store 0 800 800 records 1
    end do
  end subroutine
  subroutine scale(a, n)
    integer, intent(in) :: n
    real(c_double), intent(inout) :: a(n)
    a(2:n:2) = 3.0d0  ! expect: store 8 800 400 records 3
  end subroutine
  function total(a, n) result(t)
    integer, intent(in) :: n
    real(c_double), intent(in) :: a(n)
    real(c_double) :: t
    integer :: i
    t = 0
    do i = 1, n
      t = t + a(i)  ! expect: load 0 800 800 records 1
    end do
  end function
end module

program main
  use probe
  implicit none
  real(c_double), target :: window(100)
  call start(window)
  call fill(window, 100)
  call scale(window, 100)
  if (total(window, 100) < 0) print *, 'no'
contains
  subroutine start(w)
    real(c_double), target :: w(100)
    interface
      subroutine probe_track(address, bytes) bind(c, name='probe_track_if_there')
        import
        type(c_ptr), value :: address
        integer(c_size_t), value :: bytes
      end subroutine
    end interface
    call probe_track(c_loc(w), 800_c_size_t)
  end subroutine
end program
