! What a function does last is a loop: its accesses are recorded on their own line, not on that of its caller.
subroutine fill(x, first, n)
  use, intrinsic :: iso_c_binding
  implicit none
  real(c_double) :: x(*)
  integer(c_long) :: first(*), n, i, k
  do i = 1, n
    do k = first(i), first(i + 1) - 1
      x(k) = 1  ! expect: store 40 240 200
    end do
  end do
end subroutine

subroutine other(x, first, n)
  use, intrinsic :: iso_c_binding
  implicit none
  real(c_double) :: x(*)
  integer(c_long) :: first(*), n
  if (n > first(1)) x(1) = 2
end subroutine

program main
  use, intrinsic :: iso_c_binding
  implicit none
  real(c_double), target :: window(200)
  integer(c_long) :: first(6) = [6, 9, 10, 22, 28, 31]
  procedure(fill), pointer :: filling
  interface
    subroutine fill(x, first, n)
      import
      real(c_double) :: x(*)
      integer(c_long) :: first(*), n
    end subroutine
    subroutine other(x, first, n)
      import
      real(c_double) :: x(*)
      integer(c_long) :: first(*), n
    end subroutine
  end interface
  filling => fill  ! (Not to be inlined.)
  if (command_argument_count() > 5) filling => other
  call start(window)
  call filling(window, first, 5_c_long)
contains
  subroutine start(w)
    real(c_double), target :: w(200)
    interface
      subroutine probe_track(address, bytes) bind(c, name='probe_track_if_there')
        import
        type(c_ptr), value :: address
        integer(c_size_t), value :: bytes
      end subroutine
    end interface
    call probe_track(c_loc(w), 1600_c_size_t)
  end subroutine
end program
