! The same in Fortran, as its programs are written: array syntax, assumed shapes, loops over columns.
module kernels
  use iso_c_binding
  implicit none
  integer, parameter :: many = 16384, cube = 40, rows = 2000, per_row = 9, order = 96, wide = 160
contains
  subroutine triad(a, b, c) bind(c, name="fortran_triad")
    real(c_double), intent(out) :: a(many)
    real(c_double), intent(in) :: b(many), c(many)
    a = b + 1.5d0 * c
  end subroutine

  subroutine relax(to, from)
    real(c_double), intent(out) :: to(:, :)
    real(c_double), intent(in) :: from(:, :)
    integer :: i, j
    do j = 2, size(from, 2) - 1
      do i = 2, size(from, 1) - 1
        to(i, j) = 0.25d0 * (from(i - 1, j) + from(i + 1, j) + from(i, j - 1) + from(i, j + 1))
      end do
    end do
  end subroutine
  subroutine stencil5(to, from) bind(c, name="fortran_stencil5")
    real(c_double), intent(out) :: to(wide, wide)
    real(c_double), intent(in) :: from(wide, wide)
    call relax(to, from)
  end subroutine

  subroutine stencil25(to, from) bind(c, name="fortran_stencil25")
    real(c_double), intent(out) :: to(cube, cube, cube)
    real(c_double), intent(in) :: from(cube, cube, cube)
    integer :: i, j, k, d
    real(c_double) :: total
    do k = 5, cube - 4
      do j = 5, cube - 4
        do i = 5, cube - 4
          total = from(i, j, k)
          do d = 1, 4
            total = total + (from(i - d, j, k) + from(i + d, j, k) + from(i, j - d, k) + from(i, j + d, k) &
                             + from(i, j, k - d) + from(i, j, k + d)) / (d + 1)
          end do
          to(i, j, k) = total
        end do
      end do
    end do
  end subroutine

  subroutine sparse(first, column, value, x, y) bind(c, name="fortran_sparse")
    integer(c_int), intent(in) :: first(rows + 1), column(rows * per_row)
    real(c_double), intent(in) :: value(rows * per_row), x(rows)
    real(c_double), intent(out) :: y(rows)
    integer :: i, k
    real(c_double) :: total
    do i = 1, rows
      total = 0
      do k = first(i), first(i + 1) - 1
        total = total + value(k) * x(column(k))
      end do
      y(i) = total
    end do
  end subroutine

  subroutine matrix(a, b, c) bind(c, name="fortran_matrix")
    real(c_double), intent(in) :: a(order, order), b(order, order)
    real(c_double), intent(out) :: c(order, order)
    integer :: j, k
    c = 0
    do j = 1, order
      do k = 1, order
        c(:, j) = c(:, j) + a(:, k) * b(k, j)
      end do
    end do
  end subroutine
end module
