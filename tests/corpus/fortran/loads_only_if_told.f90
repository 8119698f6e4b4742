! A loop that loads its argument, a part of the window, only when a message has said so, and it has not.
! near: FP-RACE-002
module summing
  implicit none
contains
  integer function sum_if_told(value, told)
    integer, intent(in) :: value, told(100)  ! which are always there, as an optimizer knows
    integer :: i
    sum_if_told = 0
    do i = 1, 100
      if (told(i) /= 0) sum_if_told = sum_if_told + value * i
    end do
  end function
end module

program loads_only_if_told
  use mpi_f08
  use summing
  implicit none
  integer, asynchronous, save :: memory(4) = 0, value = 5
  integer :: told(100) = 0, rank
  type(MPI_Win) :: win
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Win_create(memory, 16_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win)
  call MPI_Bcast(told, 100, MPI_INTEGER, 0, MPI_COMM_WORLD)
  call MPI_Win_fence(0, win)
  if (rank == 0) then
    call MPI_Put(value, 1, MPI_INTEGER, 1, 2_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win)
  else
    if (sum_if_told(memory(3), told) /= 0) error stop 1
  end if
  call MPI_Win_fence(0, win)
  if (rank == 1 .and. memory(3) /= 5) error stop 2
  call MPI_Win_free(win)
  call MPI_Finalize()
end program loads_only_if_told
