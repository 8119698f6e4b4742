! Windows and buffers of pending operations on variables that are not asynchronous, as in most programs: without
! Fencepost, gfortran forgets in time that MPI has them, and uses their old values.
! native: no (for that reason)
program not_asynchronous
  use mpi
  implicit none
  integer :: error, rank
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call sums(rank)
  call scalar(rank)
  call elements(rank)
  call from_the_heap(rank)
  call MPI_Finalize(error)
contains

  subroutine sums(rank)
    integer, intent(in) :: rank
    integer :: win, error, memory(3), before, after, i
    memory = 1
    call MPI_Win_create(memory, 12_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, error)
    call MPI_Win_fence(0, win, error)
    before = 0
    do i = 1, 3
      before = before + memory(i) * i
    end do
    call MPI_Win_fence(0, win, error)
    if (rank == 0) call MPI_Put(7, 1, MPI_INTEGER, 1, 0_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win, error)
    call MPI_Win_fence(0, win, error)
    after = 0
    do i = 1, 3
      after = after + memory(i) * i
    end do
    call MPI_Win_free(win, error)
    if (before /= 6) error stop 1
    if (rank == 1 .and. after /= 12) error stop 2
  end subroutine

  subroutine scalar(rank)
    integer, intent(in) :: rank
    integer :: error, value, sent, request, round, all
    sent = 3
    all = 0
    do round = 1, 3
      value = 0
      if (rank == 1) call MPI_Irecv(value, 1, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, request, error)
      if (rank == 0) call MPI_Isend(sent, 1, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, request, error)
      call MPI_Wait(request, MPI_STATUS_IGNORE, error)
      all = all + value
    end do
    if (rank == 1 .and. all /= 9) error stop 3
  end subroutine

  subroutine elements(rank)
    integer, intent(in) :: rank
    integer :: win, error, memory(2), got, round
    memory = 0
    call MPI_Win_create(memory, 8_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, error)
    call MPI_Win_fence(0, win, error)
    do round = 1, 3
      memory(2) = memory(2) + round
      call MPI_Win_fence(0, win, error)
      got = 0
      call MPI_Get(got, 1, MPI_INTEGER, 1 - rank, 1_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win, error)
      call MPI_Win_fence(0, win, error)
      if (got /= round * (round + 1) / 2) error stop 4
    end do
    call MPI_Win_free(win, error)
  end subroutine

  subroutine from_the_heap(rank)
    integer, intent(in) :: rank
    integer, allocatable :: memory(:)
    integer :: win, error, before, after
    allocate(memory(2))
    memory(1) = 5
    memory(2) = 5
    call MPI_Win_create(memory, 8_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, error)
    call MPI_Win_fence(0, win, error)
    before = memory(1) + memory(2)
    call MPI_Win_fence(0, win, error)
    if (rank == 0) call MPI_Put(7, 1, MPI_INTEGER, 1, 0_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win, error)
    call MPI_Win_fence(0, win, error)
    after = memory(1) + memory(2)
    call MPI_Win_free(win, error)
    deallocate(memory)
    if (before /= 10) error stop 5
    if (rank == 1 .and. after /= 12) error stop 6
  end subroutine

end program
