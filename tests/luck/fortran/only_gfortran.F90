! What flang does not know: some of OpenMP, and handles of MPI with types. (And flang 19 copies the first values of a task when it
! begins, not when it is created.)
#ifndef __flang__
module only_gfortran
  use common_to_all
  use omp_lib
  implicit none
contains
  subroutine loop_of_tasks
    integer :: i
    !$omp parallel
    !$omp single
    !$omp taskloop grainsize(1)
    do i = 1, 20
      call put_or_tell(i - 7)
    end do
    !$omp end taskloop
    !$omp end single
    !$omp end parallel
  end subroutine
  subroutine after_loop_of_tasks
    integer :: i
    !$omp parallel
    !$omp single
    !$omp taskloop grainsize(1)
    do i = 1, 20
      if (i == 7) call put
    end do
    !$omp end taskloop
    call tell
    !$omp end single
    !$omp end parallel
  end subroutine
  subroutine ordered_loop
    integer :: i
    !$omp parallel do schedule(dynamic) ordered
    do i = 1, 20
      !$omp ordered
      call put_or_tell(i - 7)
      !$omp end ordered
    end do
  end subroutine
  subroutine iterations_wait
    integer :: i
    !$omp parallel do schedule(dynamic) ordered(1)
    do i = 1, 20
      !$omp ordered depend(sink: i - 1)
      call put_or_tell(i - 7)
      !$omp ordered depend(source)
    end do
  end subroutine
  subroutine copies_of_an_automatic_array_in_tasks
    call with_size(4)
  contains
    subroutine with_size(n)
      integer, intent(in) :: n
      integer :: i, work(n)
      work = 1
      !$omp parallel
      !$omp single
      !$omp taskloop grainsize(1) firstprivate(work)
      do i = 1, 20
        work = i
        call put_from(work, 3 + i)
      end do
      !$omp end taskloop
      !$omp end single
      !$omp end parallel
      call tell
    end subroutine
  end subroutine
  subroutine tasks_of_a_loop
    integer :: i
    !$omp parallel private(i)
    !$omp single
    do i = 1, 20
      !$omp task firstprivate(i)
      call put_or_tell(i - 7)
      !$omp end task
    end do
    !$omp end single
    !$omp end parallel
  end subroutine
  subroutine arrays_of_tasks
    integer :: i, work(4)
    work = 1
    !$omp parallel private(i)
    !$omp single
    do i = 1, 20
      !$omp task firstprivate(i, work)
      work = work + i
      call put_from(work, 3 + i)
      !$omp end task
    end do
    !$omp end single
    !$omp end parallel
    call tell
  end subroutine
end module

! The same by handles with types.
module by_mpi_f08
  use common_to_all, only: number_of_window => window, value, put_then_tell, rest
  use mpi_f08
  use omp_lib
  implicit none
contains
  subroutine put_by_f08
    type(MPI_Win) :: window
    window%MPI_VAL = number_of_window
    call MPI_Put(value, 1, MPI_INTEGER, 1, 0_MPI_ADDRESS_KIND, 1, MPI_INTEGER, window)
    call MPI_Win_flush(1, window)
  end subroutine
  subroutine tell_by_f08
    call MPI_Send(value, 1, MPI_INTEGER, 1, 0, MPI_COMM_WORLD)
  end subroutine
  subroutine f08_sections
    !$omp parallel sections
    !$omp section
    call put_by_f08
    !$omp section
    call tell_by_f08
    !$omp end parallel sections
  end subroutine
  subroutine f08_kept_number_flushes
    integer :: i, me
    type(MPI_Win) :: window
    window%MPI_VAL = number_of_window
    !$omp parallel private(me)
    me = omp_get_thread_num()
    !$omp do schedule(dynamic)
    do i = 1, 20
      if (i == 7) call MPI_Put(value, 1, MPI_INTEGER, 1, 0_MPI_ADDRESS_KIND, 1, MPI_INTEGER, window)
    end do
    !$omp end do nowait
    if (me == 0) then
      call MPI_Win_flush(1, window)
      call tell_by_f08
    end if
    !$omp end parallel
  end subroutine
  subroutine f08_each_flushes
    integer :: i
    type(MPI_Win) :: window
    window%MPI_VAL = number_of_window
    !$omp parallel
    !$omp do schedule(dynamic)
    do i = 1, 20
      if (i == 7) call MPI_Put(value, 1, MPI_INTEGER, 1, 0_MPI_ADDRESS_KIND, 1, MPI_INTEGER, window)
    end do
    !$omp end do nowait
    call MPI_Win_flush_all(window)
    !$omp barrier
    !$omp single
    call tell_by_f08
    !$omp end single
    !$omp end parallel
  end subroutine
  subroutine f08_main_thread_in_chunks
    integer :: i
    logical :: is_main
    !$omp parallel do schedule(dynamic) private(is_main)
    do i = 1, 20
      call MPI_Is_thread_main(is_main)
      if (is_main) call put_then_tell
    end do
    call rest
  end subroutine
end module
#endif
