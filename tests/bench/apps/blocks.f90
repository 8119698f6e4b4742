! usage: blocks N STEPS: lines of N points with blocks of 5 x 5, tridiagonal, solved for a window of right-hand sides
! whose first plane goes to the next rank.
module solver
  implicit none
  integer, parameter :: m = 5
contains
  subroutine matvec_sub(a, b, c)
    double precision, intent(in) :: a(m, m), b(m)
    double precision, intent(inout) :: c(m)
    integer :: i
    do i = 1, m
      c(i) = c(i) - a(i, 1) * b(1) - a(i, 2) * b(2) - a(i, 3) * b(3) - a(i, 4) * b(4) - a(i, 5) * b(5)
    end do
  end subroutine

  subroutine matmul_sub(a, b, c)
    double precision, intent(in) :: a(m, m), b(m, m)
    double precision, intent(inout) :: c(m, m)
    integer :: i, j, k
    do j = 1, m
      do i = 1, m
        do k = 1, m
          c(i, j) = c(i, j) - a(i, k) * b(k, j)
        end do
      end do
    end do
  end subroutine

  ! Gauss: c becomes inverse(b) * c and r inverse(b) * r.
  subroutine eliminate(b, c, r)
    double precision, intent(inout) :: b(m, m), c(m, m), r(m)
    double precision :: pivot, factor
    integer :: p, q, j
    do p = 1, m
      pivot = 1.0d0 / b(p, p)
      do j = p + 1, m
        b(p, j) = b(p, j) * pivot
      end do
      do j = 1, m
        c(p, j) = c(p, j) * pivot
      end do
      r(p) = r(p) * pivot
      do q = 1, m
        if (q == p) cycle
        factor = b(q, p)
        do j = p + 1, m
          b(q, j) = b(q, j) - factor * b(p, j)
        end do
        do j = 1, m
          c(q, j) = c(q, j) - factor * c(p, j)
        end do
        r(q) = r(q) - factor * r(p)
      end do
    end do
  end subroutine

  subroutine fill(lhs, n, u)
    integer, intent(in) :: n
    double precision, intent(out) :: lhs(m, m, 3, n)
    double precision, intent(in) :: u(m, n)
    integer :: i, j, k
    do k = 1, n
      do j = 1, m
        do i = 1, m
          lhs(i, j, 1, k) = -0.01d0 * u(i, k)
          lhs(i, j, 2, k) = 0.02d0 * u(j, k)
          lhs(i, j, 3, k) = -0.01d0 * u(i, k)
        end do
        lhs(j, j, 2, k) = lhs(j, j, 2, k) + 3.0d0
      end do
    end do
  end subroutine

  subroutine solve(lhs, rhs, n)
    integer, intent(in) :: n
    double precision, intent(inout) :: lhs(m, m, 3, n), rhs(m, n)
    integer :: k, i, j
    call eliminate(lhs(:, :, 2, 1), lhs(:, :, 3, 1), rhs(:, 1))
    do k = 2, n
      call matvec_sub(lhs(:, :, 1, k), rhs(:, k - 1), rhs(:, k))
      call matmul_sub(lhs(:, :, 1, k), lhs(:, :, 3, k - 1), lhs(:, :, 2, k))
      call eliminate(lhs(:, :, 2, k), lhs(:, :, 3, k), rhs(:, k))
    end do
    do k = n - 1, 1, -1
      do j = 1, m
        do i = 1, m
          rhs(i, k) = rhs(i, k) - lhs(i, j, 3, k) * rhs(j, k + 1)
        end do
      end do
    end do
  end subroutine
end module

program blocks
  use solver
  use iso_c_binding
  implicit none
  include 'mpif.h'
  interface
    subroutine app_begin_() bind(c, name='app_begin_')
    end subroutine
    subroutine app_computes_() bind(c, name='app_computes_')
    end subroutine
    subroutine app_waits_() bind(c, name='app_waits_')
    end subroutine
    subroutine app_end_(result) bind(c, name='app_end_')
      import c_double
      real(c_double), value :: result
    end subroutine
  end interface
  integer :: n, steps, rank, ranks, window, error, step, line
  integer(kind=mpi_address_kind) :: bytes
  double precision, allocatable :: rhs(:, :, :), u(:, :), lhs(:, :, :, :)
  character(len=32) :: word
  call mpi_init(error)
  call get_command_argument(1, word)
  read (word, *) n
  call get_command_argument(2, word)
  read (word, *) steps
  call mpi_comm_rank(mpi_comm_world, rank, error)
  call mpi_comm_size(mpi_comm_world, ranks, error)
  allocate (rhs(m, n, n), u(m, n), lhs(m, m, 3, n))
  bytes = 8_mpi_address_kind * m * n * n
  call mpi_win_create(rhs, bytes, 8, mpi_info_null, mpi_comm_world, window, error)
  rhs = 1.0d0 + rank
  u = 0.5d0
  call mpi_barrier(mpi_comm_world, error)
  call app_begin_()
  do step = 1, steps
    call mpi_win_fence(0, window, error)
    call app_computes_()
    call mpi_put(rhs(1, 1, 2), m * n, mpi_double_precision, mod(rank + 1, ranks), 0_mpi_address_kind, m * n, &
                 mpi_double_precision, window, error)
    call app_waits_()
    call mpi_win_fence(0, window, error)
    call app_computes_()
    do line = 1, n
      call fill(lhs, n, u)
      call solve(lhs, rhs(:, :, line), n)
      u = u + 0.001d0 * rhs(:, :, line)
      rhs(:, :, line) = rhs(:, :, line) + 1.0d0
    end do
    call app_waits_()
  end do
  call mpi_win_fence(0, window, error)
  call app_end_(sum(rhs))
  call mpi_win_free(window, error)
  call mpi_finalize(error)
end program
