! A wave that travels around a ring of processes: each time step, every process puts its last value into the halo of its
! right neighbor. With a Courant number of 1 the wave moves by exactly one cell a step, so the result is known.
!
!   mpiexec -n 3 ./advection
program advection
  use mpi_f08
  use, intrinsic :: iso_fortran_env, only: real64, error_unit
  implicit none
  integer, parameter :: cells = 20, steps = 10
  real(real64), allocatable, asynchronous, save :: u(:)  ! u(0) is the halo
  real(real64), allocatable :: old(:)
  real(real64), asynchronous, save :: edge
  integer :: rank, size, right, step, i, wrong, all_wrong
  integer(MPI_ADDRESS_KIND) :: bytes
  type(MPI_Win) :: win
  type(MPI_Group) :: everybody, to, from

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, size)
  right = modulo(rank + 1, size)
  call MPI_Comm_group(MPI_COMM_WORLD, everybody)
  call MPI_Group_incl(everybody, 1, [right], to)
  call MPI_Group_incl(everybody, 1, [modulo(rank - 1, size)], from)

  allocate(u(0:cells), old(0:cells))
  u(0) = 0
  do i = 1, cells
    u(i) = wave(rank * cells + i)
  end do
  bytes = (cells + 1) * storage_size(edge) / 8
  call MPI_Win_create(u, bytes, storage_size(edge) / 8, MPI_INFO_NULL, MPI_COMM_WORLD, win)

  do step = 1, steps
    edge = u(cells)
    call MPI_Win_post(from, 0, win)
    call MPI_Win_start(to, 0, win)
    call MPI_Put(edge, 1, MPI_DOUBLE_PRECISION, right, 0_MPI_ADDRESS_KIND, 1, MPI_DOUBLE_PRECISION, win)  ! EXPECT(BUG=early_halo): race; EXPECT(BUG=reuse): race
#ifdef BUG_reuse
    edge = -1  ! "not needed any more": but the put has not read it yet. EXPECT(BUG=reuse): race
#endif
    call MPI_Win_complete(win)
#ifdef BUG_early_halo
    call shift()  ! reads the halo, which is there only after the wait
    call MPI_Win_wait(win)
#else
    call MPI_Win_wait(win)
    call shift()
#endif
  end do

  wrong = 0
  do i = 1, cells
    if (abs(u(i) - wave(rank * cells + i - steps)) > 1e-12_real64) wrong = wrong + 1
  end do
  call MPI_Allreduce(wrong, all_wrong, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
  if (rank == 0) print '(a, i0, a, i0, a)', 'advection: ', size * cells, ' cells, ', all_wrong, ' wrong'
  call MPI_Win_free(win)
  call MPI_Group_free(to)
  call MPI_Group_free(from)
  call MPI_Group_free(everybody)
  call MPI_Finalize()
  if (all_wrong /= 0) error stop 1

contains

  real(real64) function wave(cell)
    integer, intent(in) :: cell
    wave = sin(2 * acos(-1.0_real64) * modulo(cell, size * cells) / (size * cells))
  end function wave

  subroutine shift()
    integer :: k
    do k = 0, cells - 1
      old(k) = u(k)  ! EXPECT(BUG=early_halo): race
    end do
    do k = 1, cells
      u(k) = old(k - 1)
    end do
  end subroutine shift

end program advection
