! Threads of OpenMP in Fortran: loops, locks, tasks with dependences and a critical section, in good time; and a fetch that
! another thread looks at.
! flags: -fopenmp
! ranks: 1
! finds: race FP-RACE
program main
  use mpi_f08
  use omp_lib
  use, intrinsic :: iso_c_binding
  implicit none
  type(MPI_Win) :: win
  type(c_ptr) :: base
  integer, pointer :: memory(:)
  integer, asynchronous :: box(16)
  integer :: provided, i, first, peeked
  integer(MPI_ADDRESS_KIND) :: size
  integer(omp_lock_kind) :: lock

  call MPI_Init_thread(MPI_THREAD_MULTIPLE, provided)
  size = 64
  call MPI_Win_allocate(size, 4, MPI_INFO_NULL, MPI_COMM_WORLD, base, win)
  call c_f_pointer(base, memory, [16])
  call omp_set_num_threads(2)
  call omp_init_lock(lock)
  call MPI_Win_lock_all(0, win)

  !$omp parallel do schedule(dynamic)
  do i = 1, 16
    memory(i) = i
  end do
  !$omp end parallel do
  call MPI_Get(box, 16, MPI_INTEGER, 0, 0_MPI_ADDRESS_KIND, 16, MPI_INTEGER, win)
  call MPI_Win_flush(0, win)

  first = 0
  !$omp parallel
  call omp_set_lock(lock)
  if (first == 0) then
    call fetch(1)
    first = 1
  else
    if (box(1) /= 1) error stop
  end if
  call omp_unset_lock(lock)
  !$omp barrier
  !$omp critical
  if (first == 1) then
    call fetch(2)
    first = 2
  else
    if (box(2) /= 2) error stop
  end if
  !$omp end critical
  !$omp single
  !$omp task depend(out: first)
  call fetch(3)
  !$omp end task
  !$omp task depend(in: first)
  if (box(3) /= 3) error stop
  !$omp end task
  !$omp end single
  if (box(3) /= 3) error stop
  !$omp end parallel

  !$omp parallel private(peeked)
  if (omp_get_thread_num() == 0) then
    call MPI_Get(box(4), 1, MPI_INTEGER, 0, 3_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win) ! FINDS(race:get)
    call MPI_Win_flush(0, win)
  else
    peeked = box(4) ! FINDS(race:load)
    if (peeked == -1) print *, peeked
  end if
  !$omp end parallel
  call MPI_Win_unlock_all(win)
  call MPI_Win_free(win)
  call omp_destroy_lock(lock)
  call MPI_Finalize()

contains
  subroutine fetch(number)
    integer, intent(in) :: number
    integer(MPI_ADDRESS_KIND) :: place
    place = number - 1
    call MPI_Get(box(number), 1, MPI_INTEGER, 0, place, 1, MPI_INTEGER, win)
    call MPI_Win_flush(0, win)
  end subroutine
end program
