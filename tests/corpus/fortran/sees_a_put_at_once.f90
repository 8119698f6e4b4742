! Loops wait for another process's put, and find it at their first look.
! finds: sync FP-RACE-008
! finds: counted FP-RACE-008
! finds: once FP-RACE-002
program sees_a_put_at_once
  use mpi
  use, intrinsic :: iso_c_binding
  implicit none
  integer, parameter :: wait = 2000000
  integer :: rank, win, ierr, looks, unit
  integer(kind=MPI_ADDRESS_KIND) :: bytes
  type(c_ptr) :: base
  integer, pointer, volatile :: memory(:)
  integer :: one
  logical :: there

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  bytes = 16
  call MPI_Win_allocate(bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, base, win, ierr)
  call c_f_pointer(base, memory, [4])
  memory = 0
  one = 1
  if (rank == 1) then
    open (newunit=unit, file="puts_of_fortran", status="replace")
    close (unit, status="delete")
  end if
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  call MPI_Win_lock_all(0, win, ierr)
  if (rank == 0) then
    call MPI_Put(one, 1, MPI_INTEGER, 1, 0_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win, ierr)  ! FINDS(sync)
    call MPI_Put(one, 1, MPI_INTEGER, 1, 1_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win, ierr)  ! FINDS(counted)
    call MPI_Put(one, 1, MPI_INTEGER, 1, 2_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win, ierr)  ! FINDS(once)
    call MPI_Win_flush(1, win, ierr)
    open (newunit=unit, file="puts_of_fortran", status="replace")  ! tells of the puts; MPI knows nothing of it
    close (unit)
  else
    do
      inquire (file="puts_of_fortran", exist=there)
      if (there) exit
    end do
    do while (memory(1) == 0)  ! FINDS(sync)
      call MPI_Win_sync(win, ierr)
    end do
    do looks = 1, wait
      if (memory(2) /= 0) exit  ! FINDS(counted)
    end do
    if (memory(3) /= 1) error stop 1  ! FINDS(once)
    open (newunit=unit, file="puts_of_fortran", status="old")
    close (unit, status="delete")
  end if
  call MPI_Win_unlock_all(win, ierr)
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program
