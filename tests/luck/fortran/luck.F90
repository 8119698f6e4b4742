! What OpenMP leaves to any thread, as programs in Fortran have it: luck.c in another language. Rank 0 puts into rank 1 in one place
! and sends it a message in another; after the message, rank 1 loads the data.
!
! usage: luck CASE (the number of threads comes from the environment)
!
! luck_test.py reads the list of the cases.
program luck
  use races
  use correct
  use own_memory
#ifndef __flang__
  use only_gfortran
  use by_mpi_f08, only: f08_sections, f08_kept_number_flushes, f08_each_flushes, f08_main_thread_in_chunks
#endif
  implicit none
  integer :: rank, provided, ierr, go
  character(len=64) :: name
  call get_command_argument(1, name)
  call MPI_Init_thread(MPI_THREAD_MULTIPLE, provided, ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Win_create(field, 400_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, window, ierr)
  call MPI_Win_lock_all(0, window, ierr)
  if (rank == 0) then
    call run
  else
    call MPI_Recv(go, 1, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    print *, field(1)
  end if
  call MPI_Win_unlock_all(window, ierr)
  call MPI_Win_free(window, ierr)
  call MPI_Finalize(ierr)
contains
  subroutine run
    select case (name)
    ! races:
    case ("parallel_sections"); call parallel_sections
    case ("sections_in_a_region"); call sections_in_a_region
    case ("sections_and_single"); call sections_and_single
    case ("dynamic_chunks"); call dynamic_chunks
    case ("dynamic_pairs"); call dynamic_pairs
    case ("guided_chunks"); call guided_chunks
    case ("runtime_chunks"); call runtime_chunks
    case ("printing_chunks"); call printing_chunks
    case ("collapsed_chunks"); call collapsed_chunks
    case ("internal_in_chunks"); call internal_in_chunks
    case ("orphaned_chunks"); call orphaned_chunks
    case ("loop_and_single"); call loop_and_single
    case ("chunks_put_neighbours"); call chunks_put_neighbours
    case ("loop_stores_and_single_puts"); call loop_stores_and_single_puts
    case ("two_singles"); call two_singles
    case ("single_and_master"); call single_and_master
    case ("single_and_masked"); call single_and_masked
    case ("siblings"); call siblings
    case ("creator"); call creator
    case ("tasks_that_both_read"); call tasks_that_both_read
    case ("master_flushes"); call master_flushes
    case ("first_thread_flushes"); call first_thread_flushes
    case ("kept_number_flushes"); call kept_number_flushes
    case ("kept_number_and_calls"); call kept_number_and_calls
    case ("kept_number_tells"); call kept_number_tells
    case ("kept_answer_flushes"); call kept_answer_flushes
    ! ordered:
    case ("static_chunk"); call static_chunk
    case ("within_chunk"); call within_chunk
    case ("two_loops"); call two_loops
    case ("waiting_singles"); call waiting_singles
    case ("master_twice"); call master_twice
    case ("sections_then_single"); call sections_then_single
    case ("each_flushes"); call each_flushes
    case ("copied_from_single"); call copied_from_single
    case ("critical_counts"); call critical_counts
    case ("work_is_shared"); call work_is_shared
    case ("loop_stores_then_single_puts"); call loop_stores_then_single_puts
    case ("each_its_column"); call each_its_column
    case ("rows_are_packed"); call rows_are_packed
    case ("results_are_arrays"); call results_are_arrays
    case ("sums"); call sums
    case ("sums_of_arrays"); call sums_of_arrays
    case ("last_value"); call last_value
    case ("own_fixed_array_in_chunks"); call own_fixed_array_in_chunks
    case ("own_first_values_in_chunks"); call own_first_values_in_chunks
    case ("own_automatic_array_in_chunks"); call own_automatic_array_in_chunks
    case ("own_automatic_array_in_sections"); call own_automatic_array_in_sections
    case ("own_automatic_array_in_singles"); call own_automatic_array_in_singles
    case ("own_allocatable_in_chunks"); call own_allocatable_in_chunks
    case ("own_allocatable_in_sections"); call own_allocatable_in_sections
    case ("copies_of_an_allocatable"); call copies_of_an_allocatable
    case ("allocated_in_chunks"); call allocated_in_chunks
    case ("allocated_in_sections"); call allocated_in_sections
    case ("own_derived_type_in_chunks"); call own_derived_type_in_chunks
    case ("block_in_chunks"); call block_in_chunks
    case ("automatic_array_of_an_internal"); call automatic_array_of_an_internal
    case ("own_common_in_chunks"); call own_common_in_chunks
    case ("own_common_in_sections"); call own_common_in_sections
    case ("number_in_common"); call number_in_common
    case ("own_place_in_chunks"); call own_place_in_chunks
    case ("first_thread_in_chunks"); call first_thread_in_chunks
    case ("kept_number_in_chunks"); call kept_number_in_chunks
    case ("kept_answer_in_chunks"); call kept_answer_in_chunks
    case ("number_as_column"); call number_as_column
    case ("number_passed"); call number_passed
    case ("column_passed"); call column_passed
    case ("place_from_critical"); call place_from_critical
    case ("place_from_atomic"); call place_from_atomic
    case ("waits_for_task"); call waits_for_task
    case ("undeferred"); call undeferred
    case ("group"); call group
    case ("dependences"); call dependences
    case ("automatic_arrays_of_tasks"); call automatic_arrays_of_tasks
    case ("first_thread_in_tasks"); call first_thread_in_tasks
    case ("main_thread_in_chunks"); call main_thread_in_chunks
    case ("concurrent"); call concurrent
#ifndef __flang__
    ! races:
    case ("loop_of_tasks"); call loop_of_tasks
    case ("tasks_of_a_loop"); call tasks_of_a_loop
    case ("f08_sections"); call f08_sections
    case ("f08_kept_number_flushes"); call f08_kept_number_flushes
    ! ordered:
    case ("arrays_of_tasks"); call arrays_of_tasks
    case ("after_loop_of_tasks"); call after_loop_of_tasks
    case ("ordered_loop"); call ordered_loop
    case ("iterations_wait"); call iterations_wait
    case ("copies_of_an_automatic_array_in_tasks"); call copies_of_an_automatic_array_in_tasks
    case ("f08_each_flushes"); call f08_each_flushes
    case ("f08_main_thread_in_chunks"); call f08_main_thread_in_chunks
#endif
    end select
  end subroutine
end program
