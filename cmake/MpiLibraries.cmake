# The MPI libraries found on this machine. The wrappers are compiled once for each; none of them is linked: the library
# that the checked program brings along is used.
#
# Sets FENCEPOST_MPIS (a list out of "mpich", "openmpi"), and for each M: FENCEPOST_MPICC_M, FENCEPOST_MPICXX_M,
# FENCEPOST_MPIFORT_M, FENCEPOST_MPIEXEC_M (paths), and the target fencepost_mpi_headers_M.
set(FENCEPOST_MPIS "")
foreach(mpi IN ITEMS mpich openmpi)
  find_program(FENCEPOST_MPICC_${mpi} NAMES mpicc.${mpi})
  find_program(FENCEPOST_MPICXX_${mpi} NAMES mpicxx.${mpi})
  find_program(FENCEPOST_MPIFORT_${mpi} NAMES mpifort.${mpi})
  find_program(FENCEPOST_MPIEXEC_${mpi} NAMES mpiexec.${mpi})
  if(NOT FENCEPOST_MPICC_${mpi})
    message(STATUS "MPI ${mpi}: not found, programs that use it cannot be checked by this build")
    continue()
  endif()
  execute_process(COMMAND "${FENCEPOST_MPICC_${mpi}}" -show
                  OUTPUT_VARIABLE line OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(words UNIX_COMMAND "${line}")
  set(directories "")
  foreach(word IN LISTS words)
    if(word MATCHES "^-I(.+)$")
      list(APPEND directories "${CMAKE_MATCH_1}")
    endif()
  endforeach()
  message(STATUS "MPI ${mpi}: ${FENCEPOST_MPICC_${mpi}}, headers in ${directories}")
  add_library(fencepost_mpi_headers_${mpi} INTERFACE)
  target_include_directories(fencepost_mpi_headers_${mpi} SYSTEM INTERFACE ${directories})
  string(TOUPPER "${mpi}" upper)
  # The C++ bindings of old are neither wanted nor compatible with C++20.
  target_compile_definitions(fencepost_mpi_headers_${mpi} INTERFACE
    FENCEPOST_MPI_${upper}=1 OMPI_SKIP_MPICXX=1 MPICH_SKIP_MPICXX=1)
  list(APPEND FENCEPOST_MPIS ${mpi})
endforeach()
if(NOT FENCEPOST_MPIS)
  message(FATAL_ERROR "No MPI library found. `./dev setup` installs MPICH and Open MPI.")
endif()
