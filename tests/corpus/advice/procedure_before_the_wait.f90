! A procedure reads what a neighbour puts, one line before the wait that completes it: the call moves behind that.
! finds: early FP-RACE-002
! says: fix Move the call of shift at procedure_before_the_wait.f90:29 after MPI_Win_wait at procedure_before_the_wait.f90:30, which completes MPI_Put;
program procedure_before_the_wait
  use mpi_f08
  implicit none
  integer, parameter :: cells = 4
  integer, allocatable, asynchronous, save :: u(:)
  integer, asynchronous, save :: edge
  integer :: rank, ranks, i
  type(MPI_Win) :: win
  type(MPI_Group) :: everybody, to, from
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  call MPI_Comm_group(MPI_COMM_WORLD, everybody)
  call MPI_Group_incl(everybody, 1, [modulo(rank + 1, ranks)], to)
  call MPI_Group_incl(everybody, 1, [modulo(rank - 1, ranks)], from)
  allocate(u(0:cells))
  do i = 0, cells
    u(i) = 10 * rank + i
  end do
  call MPI_Win_create(u, int(4 * (cells + 1), MPI_ADDRESS_KIND), 4, MPI_INFO_NULL, MPI_COMM_WORLD, win)
  edge = u(cells)
  call MPI_Win_post(from, 0, win)
  call MPI_Win_start(to, 0, win)
  call MPI_Put(edge, 1, MPI_INTEGER, modulo(rank + 1, ranks), 0_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win)  ! FINDS(early:put)
  call MPI_Win_complete(win)
  call shift()
  call MPI_Win_wait(win)
  call MPI_Group_free(to)
  call MPI_Group_free(from)
  call MPI_Group_free(everybody)
  call MPI_Win_free(win)
  call MPI_Finalize()

contains

  subroutine shift()
    integer :: k
    do k = cells, 1, -1
      u(k) = u(k - 1)  ! FINDS(early:load)
    end do
  end subroutine shift
end program procedure_before_the_wait
