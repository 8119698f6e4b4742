# find_package(Fencepost): a project's own targets and tests under Fencepost.
#
#   fencepost_instrument(TARGET…)      what these targets compile and link reports its loads and stores under `fencepost run`;
#                                      it runs without Fencepost as well
#   fencepost_add_test(NAME name COMMAND target-or-program [ARGS…]
#                      [RANKS n] [OPTIONS options of fencepost run…] [LAUNCHER words…])
#                                      a test that runs the program on n ranks (2) under Fencepost, and fails if there are
#                                      findings; LAUNCHER: what stands before the program, in place of mpiexec -n
#
# Sets Fencepost_COMMAND. In all tests, the project's FENCEPOST_LAUNCHER_OPTIONS come after mpiexec.
get_filename_component(Fencepost_PREFIX "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(Fencepost_COMMAND "${Fencepost_PREFIX}/bin/fencepost")
if(NOT EXISTS "${Fencepost_COMMAND}")
  set(Fencepost_FOUND FALSE)
  set(Fencepost_NOT_FOUND_MESSAGE "${Fencepost_COMMAND} is missing: is the package with the command installed?")
  return()
endif()

# Launchers of both the compiler and the linker. CMake before 4.1 has no launcher for linking Fortran: there we add the libraries.
function(fencepost_instrument)
  execute_process(COMMAND "${Fencepost_PREFIX}/bin/fencepost-cc" --link-flags
                  OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  foreach(target IN LISTS ARGN)
    foreach(pair IN ITEMS "C:cc" "CXX:cxx" "Fortran:fc")
      string(REGEX MATCH "^([^:]+):(.+)$" pair "${pair}")
      set(language "${CMAKE_MATCH_1}")
      set(wrapper "${Fencepost_PREFIX}/bin/fencepost-${CMAKE_MATCH_2}")
      get_target_property(launcher ${target} ${language}_COMPILER_LAUNCHER)
      set(launchers "${wrapper}")
      if(launcher)
        list(APPEND launchers ${launcher})
      endif()
      set_target_properties(${target} PROPERTIES
        ${language}_COMPILER_LAUNCHER "${launchers}"
        ${language}_LINKER_LAUNCHER "${wrapper}")
    endforeach()
    if(CMAKE_VERSION VERSION_LESS 4.1)
      target_link_options(${target} PRIVATE "$<$<LINK_LANGUAGE:Fortran>:SHELL:${flags}>")
    endif()
  endforeach()
endfunction()

function(fencepost_add_test)
  cmake_parse_arguments(PARSE_ARGV 0 ARG "" "NAME;RANKS" "COMMAND;OPTIONS;LAUNCHER")
  if(ARG_UNPARSED_ARGUMENTS OR NOT ARG_NAME OR NOT ARG_COMMAND)
    message(FATAL_ERROR "fencepost_add_test(NAME name COMMAND program [arguments] [RANKS n] [OPTIONS …] [LAUNCHER …]): "
                        "wrong arguments ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT ARG_RANKS)
    set(ARG_RANKS 2)
  endif()
  if(NOT ARG_LAUNCHER)
    if(NOT MPIEXEC_EXECUTABLE)
      find_package(MPI QUIET COMPONENTS C)
    endif()
    if(NOT MPIEXEC_EXECUTABLE)
      message(FATAL_ERROR "fencepost_add_test: no mpiexec was found; LAUNCHER says what starts the ranks")
    endif()
    set(ARG_LAUNCHER "${MPIEXEC_EXECUTABLE}" ${FENCEPOST_LAUNCHER_OPTIONS} ${MPIEXEC_NUMPROC_FLAG} ${ARG_RANKS})
  endif()
  list(POP_FRONT ARG_COMMAND program)
  if(TARGET "${program}")
    set(program "$<TARGET_FILE:${program}>")
  endif()
  add_test(NAME "${ARG_NAME}" COMMAND "${Fencepost_COMMAND}" run ${ARG_OPTIONS} -- ${ARG_LAUNCHER} "${program}" ${ARG_COMMAND})
  set_tests_properties("${ARG_NAME}" PROPERTIES PROCESSORS ${ARG_RANKS})
endfunction()
