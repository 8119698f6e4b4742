! Something orders the two places.
module correct
  use common_to_all
  use omp_lib
  implicit none
contains
  subroutine static_chunk
    integer :: i
    !$omp parallel do schedule(static, 20)
    do i = 1, 20
      call put_or_tell(i - 7)
    end do
  end subroutine
  subroutine within_chunk
    integer :: i
    !$omp parallel do schedule(dynamic, 20)
    do i = 1, 20
      call put_or_tell(i - 7)
    end do
  end subroutine
  subroutine two_loops
    integer :: i
    !$omp parallel
    !$omp do schedule(dynamic)
    do i = 1, 20
      if (i == 7) call put
    end do
    !$omp end do
    !$omp do schedule(guided)
    do i = 1, 20
      if (i == 3) call tell
    end do
    !$omp end do
    !$omp end parallel
  end subroutine
  subroutine waiting_singles
    !$omp parallel
    !$omp single
    call put
    !$omp end single
    !$omp single
    call tell
    !$omp end single
    !$omp end parallel
  end subroutine
  subroutine master_twice
    integer :: i
    !$omp parallel
    !$omp master
    call put
    !$omp end master
    !$omp do schedule(dynamic)
    do i = 1, 20
      source(i) = i
    end do
    !$omp end do nowait
    !$omp master
    call tell
    !$omp end master
    !$omp end parallel
  end subroutine
  subroutine sections_then_single
    !$omp parallel
    !$omp sections
    !$omp section
    call put
    !$omp section
    call put_or_tell(2)
    !$omp end sections
    !$omp single
    call tell
    !$omp end single
    !$omp end parallel
  end subroutine
  subroutine each_flushes
    integer :: i, ierr
    !$omp parallel private(ierr)
    !$omp do schedule(dynamic)
    do i = 1, 20
      call put_alone(i)
    end do
    !$omp end do nowait
    call MPI_Win_flush(1, window, ierr)
    !$omp barrier
    !$omp master
    call tell
    !$omp end master
    !$omp end parallel
  end subroutine
  subroutine copied_from_single
    integer :: mine(2)
    !$omp parallel private(mine)
    !$omp single
    call put
    mine = 7
    !$omp end single copyprivate(mine)
    if (mine(1) == 7 .and. omp_get_thread_num() == 0) call tell
    !$omp end parallel
  end subroutine
  ! Everyone takes its turn; the last one tells.
  subroutine critical_counts
    integer :: i
    !$omp parallel do schedule(dynamic)
    do i = 1, 20
      !$omp critical
      if (i == 7) call put
      done = done + 1
      if (done == 20) call tell
      !$omp end critical
    end do
  end subroutine
  subroutine work_is_shared
    integer :: words(20)
    words = 1
    call put_from(words, 3)
    !$omp parallel
    !$omp workshare
    words = words + source
    source(2:20) = words(1:19)
    !$omp end workshare
    !$omp single
    call put_from(words, 3)
    call put_from(source, 4)
    call tell
    !$omp end single
    !$omp end parallel
  end subroutine
  subroutine loop_stores_then_single_puts
    integer :: i
    call put_from(source(7), 3)
    !$omp parallel
    !$omp do schedule(dynamic)
    do i = 1, 20
      source(i) = 2 * i
    end do
    !$omp end do
    !$omp single
    call put_from(source(7), 4)
    call tell
    !$omp end single
    !$omp end parallel
  end subroutine
  subroutine each_its_column
    integer :: i
    call put_from(columns, 3)
    !$omp parallel do schedule(dynamic)
    do i = 1, 20
      columns(:, i) = i
      call put_from(columns(1, i), 3 + i)
    end do
    call tell
  end subroutine
  subroutine sums
    integer :: i, total
    total = 0
    call put_from([1, total], 3)
    !$omp parallel
    !$omp do schedule(dynamic) reduction(+: total)
    do i = 1, 20
      total = total + i
    end do
    !$omp end do
    !$omp single
    value = total
    call put
    call tell
    !$omp end single
    !$omp end parallel
  end subroutine
  subroutine sums_of_arrays
    integer :: i, total(2)
    total = 0
    call put_from(total, 3)
    !$omp parallel do schedule(guided) reduction(+: total)
    do i = 1, 20
      total = total + i
    end do
    call put_from(total, 3)
    call tell
  end subroutine
  subroutine last_value
    integer :: i, last
    call put_from(source, 3)
    !$omp parallel
    !$omp do schedule(dynamic) lastprivate(last)
    do i = 1, 20
      last = i
    end do
    !$omp end do
    !$omp master
    source(1) = last
    call put_from(source, 4)
    call tell
    !$omp end master
    !$omp end parallel
  end subroutine
  subroutine number_in_common
    integer :: i
    !$omp parallel
    own_number = omp_get_thread_num()
    !$omp end parallel
    !$omp parallel do schedule(dynamic)
    do i = 1, 20
      if (own_number == 0) call put_then_tell
    end do
    call rest
  end subroutine
  subroutine own_place_in_chunks
    integer :: i
    !$omp parallel
    own_place = omp_get_thread_num() + 1
    !$omp end parallel
    !$omp parallel do schedule(dynamic)
    do i = 1, 20
      columns(1, own_place) = i
      call put_from(columns(1, own_place), 3 + own_place)
    end do
    call tell
  end subroutine
  subroutine first_thread_in_chunks
    integer :: i
    !$omp parallel do schedule(dynamic)
    do i = 1, 20
      if (omp_get_thread_num() == 0) call put_then_tell
    end do
    call rest
  end subroutine
  subroutine kept_number_in_chunks
    integer :: i, me
    !$omp parallel private(me)
    me = omp_get_thread_num()
    !$omp do schedule(dynamic)
    do i = 1, 20
      if (me == 0) call put_then_tell
    end do
    !$omp end do
    !$omp end parallel
    call rest
  end subroutine
  subroutine kept_answer_in_chunks
    integer :: i
    logical :: first
    !$omp parallel private(first)
    first = omp_get_thread_num() == 0
    !$omp do schedule(dynamic)
    do i = 1, 20
      if (first) call put_then_tell
    end do
    !$omp end do
    !$omp end parallel
    call rest
  end subroutine
  subroutine number_as_column
    integer :: i, me
    !$omp parallel private(me)
    me = omp_get_thread_num() + 1
    !$omp do schedule(dynamic)
    do i = 1, 20
      columns(:, me) = i
      call put_from(columns(1, me), 3 + me)
    end do
    !$omp end do
    !$omp end parallel
    call tell
  end subroutine
  subroutine number_passed
    integer :: i, me
    !$omp parallel private(me)
    me = omp_get_thread_num() + 1
    !$omp do schedule(dynamic)
    do i = 1, 20
      call set_and_put(me, i)
    end do
    !$omp end do
    !$omp end parallel
    call tell
  end subroutine
  subroutine set_and_put(me, i)
    integer, intent(in) :: me, i
    columns(1, me) = i
    call put_from(columns(1, me), 3 + me)
  end subroutine
  subroutine column_passed
    integer :: me
    !$omp parallel private(me)
    me = omp_get_thread_num() + 1
    call loop_on(columns(:, me), me)
    !$omp end parallel
    call tell
  end subroutine
  subroutine loop_on(column, me)
    integer, intent(inout) :: column(:)
    integer, intent(in) :: me
    integer :: i
    !$omp do schedule(dynamic)
    do i = 1, 20
      column = i
      call put_from(column, 3 + me)
    end do
    !$omp end do
  end subroutine
  subroutine place_from_critical
    integer :: i, next, mine
    next = 0
    !$omp parallel private(mine)
    !$omp critical
    next = next + 1
    mine = next
    !$omp end critical
    !$omp do schedule(dynamic)
    do i = 1, 20
      columns(1, mine) = i
      call put_from(columns(1, mine), 3 + mine)
    end do
    !$omp end do
    !$omp end parallel
    call tell
  end subroutine
  subroutine place_from_atomic
    integer :: i, next, mine
    next = 0
    !$omp parallel private(mine)
    !$omp atomic capture
    next = next + 1
    mine = next
    !$omp end atomic
    !$omp do schedule(guided)
    do i = 1, 20
      columns(1, mine) = i
      call put_from(columns(1, mine), 3 + mine)
    end do
    !$omp end do nowait
    columns(1, mine) = 0
    !$omp end parallel
    call tell
  end subroutine
  subroutine waits_for_task
    !$omp parallel
    !$omp single
    !$omp task
    call put
    !$omp end task
    !$omp taskwait
    call tell
    !$omp end single
    !$omp end parallel
  end subroutine
  subroutine undeferred
    !$omp parallel
    !$omp single
    !$omp task if(.false.)
    call put
    !$omp end task
    call tell
    !$omp end single
    !$omp end parallel
  end subroutine
  subroutine group
    !$omp parallel
    !$omp single
    !$omp taskgroup
    !$omp task
    !$omp task
    call put
    !$omp end task
    !$omp end task
    !$omp end taskgroup
    call tell
    !$omp end single
    !$omp end parallel
  end subroutine
  subroutine dependences
    integer :: token
    token = 0
    !$omp parallel
    !$omp single
    !$omp task depend(out: token)
    call put
    !$omp end task
    !$omp task depend(in: token)
    call tell
    !$omp end task
    !$omp end single
    !$omp end parallel
  end subroutine
  subroutine first_thread_in_tasks
    integer :: i
    !$omp parallel private(i)
    !$omp single
    do i = 1, 20
      !$omp task
      if (omp_get_thread_num() == 0) call put_then_tell
      !$omp end task
    end do
    !$omp end single
    !$omp end parallel
    call rest
  end subroutine
  subroutine main_thread_in_chunks
    integer :: i, ierr
    logical :: is_main
    !$omp parallel do schedule(dynamic) private(is_main, ierr)
    do i = 1, 20
      call MPI_Is_thread_main(is_main, ierr)
      if (is_main) call put_then_tell
    end do
    call rest
  end subroutine
  subroutine concurrent
    integer :: i
    call put_from(source, 3)
    do concurrent (i = 1:20)
      source(i) = i
    end do
    call put_from(source, 3)
    call put
    call tell
  end subroutine
end module
