! Nothing orders the two places: a race in each run, whichever thread does what.
module races
  use common_to_all
  use omp_lib
  implicit none
contains
  subroutine parallel_sections
    !$omp parallel sections
    !$omp section
    call put
    !$omp section
    call tell
    !$omp end parallel sections
  end subroutine
  subroutine sections_in_a_region
    !$omp parallel
    !$omp sections
    !$omp section
    call put
    !$omp section
    done = 1
    !$omp section
    call tell
    !$omp end sections
    !$omp end parallel
  end subroutine
  subroutine sections_and_single
    !$omp parallel
    !$omp sections
    !$omp section
    call put
    !$omp section
    call put_or_tell(2)
    !$omp end sections nowait
    !$omp single
    call tell
    !$omp end single
    !$omp end parallel
  end subroutine
  subroutine dynamic_chunks
    integer :: i
    !$omp parallel do schedule(dynamic)
    do i = 1, 20
      call put_or_tell(i - 7)
    end do
  end subroutine
  subroutine dynamic_pairs
    integer :: i
    !$omp parallel do schedule(dynamic, 2)
    do i = 19, 0, -1
      if (mod(i, 3) == 0) call put_or_tell(i / 3)
    end do
  end subroutine
  subroutine guided_chunks
    integer :: i
    !$omp parallel do schedule(guided)
    do i = 1, 20
      call put_or_tell(i - 7)
    end do
  end subroutine
  subroutine runtime_chunks
    integer(8) :: i
    !$omp parallel do schedule(runtime)
    do i = 1, 20
      call put_or_tell(int(i) - 7)
    end do
  end subroutine
  subroutine printing_chunks
    integer :: i
    character(len=8) :: text
    !$omp parallel do schedule(dynamic) private(text)
    do i = 1, 20
      write (text, '(i8)') i
      print *, 'chunk ', text
      call put_or_tell(i - 7)
    end do
  end subroutine
  subroutine collapsed_chunks
    integer :: i, j
    !$omp parallel do schedule(dynamic) collapse(2)
    do j = 1, 4
      do i = 1, 5
        call put_or_tell(i + 5 * j - 12)
      end do
    end do
  end subroutine
  subroutine internal_in_chunks
    integer :: i, at
    at = 7
    !$omp parallel do schedule(dynamic)
    do i = 1, 20
      call inner(i)
    end do
  contains
    subroutine inner(which)
      integer, intent(in) :: which
      call put_or_tell(which - at)
    end subroutine
  end subroutine
  subroutine loop_without_arguments
    integer :: i
    !$omp do schedule(dynamic)
    do i = 1, 20
      call put_or_tell(i - 7)
    end do
    !$omp end do
  end subroutine
  subroutine orphaned_chunks
    !$omp parallel
    call loop_without_arguments
    !$omp end parallel
  end subroutine
  subroutine loop_and_single
    integer :: i
    !$omp parallel
    !$omp do schedule(dynamic)
    do i = 1, 20
      if (i == 20) call put
    end do
    !$omp end do nowait
    !$omp single
    call tell
    !$omp end single
    !$omp end parallel
  end subroutine
  ! The elements that a chunk stores are read by the next chunk's put.
  subroutine chunks_put_neighbours
    integer :: i
    call put_from(columns(1, 1), 3)
    !$omp parallel do schedule(dynamic)
    do i = 1, 2
      columns(:, i) = i
      if (i == 2) call put_from(columns(1, 1), 4)
    end do
    call tell
  end subroutine
  subroutine loop_stores_and_single_puts
    integer :: i
    call put_from(source(7), 3)
    !$omp parallel
    !$omp do schedule(dynamic)
    do i = 1, 20
      if (i == 7) source(i) = 2 * i
    end do
    !$omp end do nowait
    !$omp single
    call put_from(source(7), 4)
    !$omp end single
    !$omp end parallel
    call tell
  end subroutine
  subroutine two_singles
    !$omp parallel
    !$omp single
    call put
    !$omp end single nowait
    !$omp single
    call tell
    !$omp end single
    !$omp end parallel
  end subroutine
  subroutine single_and_master
    !$omp parallel
    !$omp single
    call put
    !$omp end single nowait
    !$omp master
    call tell
    !$omp end master
    !$omp end parallel
  end subroutine
  subroutine single_and_masked
    !$omp parallel
    !$omp single
    call put
    !$omp end single nowait
    !$omp masked
    call tell
    !$omp end masked
    !$omp end parallel
  end subroutine
  subroutine siblings
    !$omp parallel
    !$omp single
    !$omp task
    call put
    !$omp end task
    !$omp task
    call tell
    !$omp end task
    !$omp end single
    !$omp end parallel
  end subroutine
  subroutine creator
    !$omp parallel
    !$omp master
    !$omp task
    call put
    !$omp end task
    call tell
    !$omp end master
    !$omp end parallel
  end subroutine
  subroutine tasks_that_both_read
    integer :: token
    token = 0
    !$omp parallel
    !$omp single
    !$omp task depend(in: token)
    call put
    !$omp end task
    !$omp task depend(in: token)
    call tell
    !$omp end task
    !$omp end single
    !$omp end parallel
  end subroutine
  subroutine master_flushes
    integer :: i, ierr
    !$omp parallel
    !$omp do schedule(dynamic)
    do i = 1, 20
      call put_alone(i)
    end do
    !$omp end do nowait
    !$omp master
    call MPI_Win_flush(1, window, ierr)
    call tell
    !$omp end master
    !$omp end parallel
  end subroutine
  subroutine first_thread_flushes
    integer :: i, ierr
    !$omp parallel private(ierr)
    !$omp do schedule(dynamic)
    do i = 1, 20
      call put_alone(i)
    end do
    !$omp end do nowait
    if (omp_get_thread_num() == 0) call MPI_Win_flush(1, window, ierr)
    !$omp barrier
    !$omp single
    call tell
    !$omp end single
    !$omp end parallel
  end subroutine
  subroutine kept_number_flushes
    integer :: i, me, ierr
    !$omp parallel private(me, ierr)
    me = omp_get_thread_num()
    !$omp do schedule(dynamic)
    do i = 1, 20
      call put_alone(i)
    end do
    !$omp end do nowait
    if (me == 0) then
      call MPI_Win_flush(1, window, ierr)
      call tell
    end if
    !$omp end parallel
  end subroutine
  subroutine kept_number_and_calls
    integer :: i, me, ierr
    !$omp parallel private(me, ierr)
    me = omp_get_thread_num()
    !$omp do schedule(dynamic)
    do i = 1, 20
      if (i == 7) call MPI_Put(value, 1, MPI_INTEGER, 1, 0_MPI_ADDRESS_KIND, 1, MPI_INTEGER, window, ierr)
    end do
    !$omp end do nowait
    if (me == 0) then
      call MPI_Win_flush(1, window, ierr)
      call MPI_Send(value, 1, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, ierr)
    end if
    !$omp end parallel
  end subroutine
  subroutine kept_number_tells
    integer :: i, me
    !$omp parallel private(me)
    me = omp_get_thread_num()
    !$omp do schedule(guided)
    do i = 1, 20
      if (i == 7) call put
    end do
    !$omp end do nowait
    if (me < 1) call tell
    !$omp end parallel
  end subroutine
  subroutine kept_answer_flushes
    integer :: i, ierr
    logical :: first
    !$omp parallel private(first, ierr)
    first = omp_get_thread_num() == 0
    !$omp do schedule(dynamic)
    do i = 1, 20
      call put_alone(i)
    end do
    !$omp end do nowait
    if (first) call MPI_Win_flush_all(window, ierr)
    !$omp end parallel
    call tell
  end subroutine
end module
