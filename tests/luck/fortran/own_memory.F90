! The private arrays of a thread may be anywhere in memory, and the parts that it runs use the same one: no race.
module own_memory
  use common_to_all
  use omp_lib
  implicit none
contains
  subroutine rows_are_packed
    integer :: i
    !$omp parallel do schedule(dynamic)
    do i = 1, 4
      columns(i, :) = i
      call put_shape(columns(i, :), 3 + i)
    end do
    call tell
  end subroutine
  subroutine results_are_arrays
    integer :: i
    !$omp parallel do schedule(dynamic)
    do i = 1, 20
      call put_shape(twice(i), 3 + i)
    end do
    call tell
  end subroutine
  subroutine own_fixed_array_in_chunks
    integer :: i, work(4)
    !$omp parallel do schedule(dynamic) private(work)
    do i = 1, 20
      work = i
      call put_from(work, 3 + i)
    end do
    call tell
  end subroutine
  subroutine own_first_values_in_chunks
    integer :: i, work(4)
    work = 0
    !$omp parallel do schedule(dynamic) firstprivate(work)
    do i = 1, 20
      work = work + i
      call put_from(work, 3 + i)
    end do
    call tell
  end subroutine
  subroutine own_automatic_array_in_chunks
    call with_size(4)
  contains
    subroutine with_size(n)
      integer, intent(in) :: n
      integer :: i, work(n)
      !$omp parallel do schedule(dynamic) private(work)
      do i = 1, 20
        work = i
        call put_from(work, 3 + i)
      end do
      call tell
    end subroutine
  end subroutine
  subroutine own_automatic_array_in_sections
    call with_size(4)
  contains
    subroutine with_size(n)
      integer, intent(in) :: n
      integer :: work(n)
      !$omp parallel sections private(work)
      !$omp section
      work = 1
      call put_from(work, 3)
      !$omp section
      work = 2
      call put_from(work, 4)
      !$omp section
      work = 3
      call put_from(work, 5)
      !$omp end parallel sections
      call tell
    end subroutine
  end subroutine
  subroutine own_automatic_array_in_singles
    call with_size(4)
  contains
    subroutine with_size(n)
      integer, intent(in) :: n
      integer :: work(n)
      !$omp parallel firstprivate(work)
      !$omp single
      work = 1
      call put_from(work, 3)
      !$omp end single nowait
      !$omp single
      work = 2
      call put_from(work, 4)
      !$omp end single nowait
      work = 3
      !$omp end parallel
      call tell
    end subroutine
  end subroutine
  subroutine own_allocatable_in_chunks
    integer :: i
    integer, allocatable :: work(:)
    !$omp parallel private(work)
    allocate(work(4))
    !$omp do schedule(dynamic)
    do i = 1, 20
      work = i
      call put_from(work, 3 + i)
    end do
    !$omp end do
    deallocate(work)
    !$omp end parallel
    call tell
  end subroutine
  subroutine own_allocatable_in_sections
    integer, allocatable :: work(:)
    !$omp parallel private(work)
    allocate(work(4))
    !$omp sections
    !$omp section
    work = 1
    call put_from(work, 3)
    !$omp section
    work = 2
    call put_from(work, 4)
    !$omp end sections nowait
    work = 3
    !$omp barrier
    deallocate(work)
    !$omp end parallel
    call tell
  end subroutine
  subroutine copies_of_an_allocatable
    integer :: i
    integer, allocatable :: work(:)
    allocate(work(4))
    work = 1
    call put_from(work, 3)
    !$omp parallel do schedule(dynamic) firstprivate(work)
    do i = 1, 20
      work = work + i
      call put_from(work, 3 + i)
    end do
    call tell
  end subroutine
  subroutine allocated_in_chunks
    integer :: i
    integer, allocatable :: work(:)
    !$omp parallel do schedule(dynamic) private(work)
    do i = 1, 20
      allocate(work(4))
      work = i
      call put_from(work, 3 + i)
      deallocate(work)
    end do
    call tell
  end subroutine
  subroutine allocated_in_sections
    integer, allocatable :: work(:)
    !$omp parallel sections private(work)
    !$omp section
    allocate(work(4))
    work = 1
    call put_from(work, 3)
    deallocate(work)
    !$omp section
    allocate(work(4))
    work = 2
    call put_from(work, 4)
    deallocate(work)
    !$omp end parallel sections
    call tell
  end subroutine
  subroutine own_derived_type_in_chunks
    integer :: i
    type(buffer) :: mine
    !$omp parallel private(mine)
    allocate(mine%words(4))
    mine%puts = 0
    !$omp do schedule(dynamic)
    do i = 1, 20
      mine%words = i
      mine%puts = mine%puts + 1
      call put_from(mine%words, 3 + i)
    end do
    !$omp end do nowait
    if (mine%puts > 0) mine%words = 0
    !$omp end parallel
    call tell
  end subroutine
  subroutine block_in_chunks
    call with_size(4)
  contains
    subroutine with_size(n)
      integer, intent(in) :: n
      integer :: i
      !$omp parallel do schedule(dynamic)
      do i = 1, 20
        block
          integer :: work(n)
          work = i
          call put_from(work, 3 + i)
        end block
      end do
      call tell
    end subroutine
  end subroutine
  subroutine automatic_array_of_an_internal
    integer :: i, n
    n = 4
    !$omp parallel do schedule(dynamic)
    do i = 1, 20
      call inner(i)
    end do
    call tell
  contains
    subroutine inner(i)
      integer, intent(in) :: i
      integer :: work(n)
      work = i
      call put_from(work, 3 + i)
      work = 0
    end subroutine
  end subroutine
  subroutine own_common_in_chunks
    integer :: i
    !$omp parallel do schedule(dynamic)
    do i = 1, 20
      own_buffer = i
      call put_from(own_buffer, 3 + i)
    end do
    call tell
  end subroutine
  subroutine own_common_in_sections
    !$omp parallel sections
    !$omp section
    own_buffer = 1
    call put_from(own_buffer, 3)
    !$omp section
    own_buffer = 2
    call put_from(own_buffer, 4)
    !$omp end parallel sections
    call tell
  end subroutine
  subroutine automatic_arrays_of_tasks
    call with_size(4)
  contains
    subroutine with_size(n)
      integer, intent(in) :: n
      integer :: work(n)
      !$omp parallel
      !$omp single
      !$omp task private(work)
      work = 1
      call put_from(work, 3)
      !$omp end task
      !$omp task private(work)
      work = 2
      call put_from(work, 4)
      !$omp end task
      !$omp end single
      !$omp end parallel
      call tell
    end subroutine
  end subroutine
end module
