# The MPI libraries that the wrappers are compiled for, once for each binary interface. They are not linked: the checked
# program brings its own library along.
#
#   -DFENCEPOST_MPIS="/opt/mpich;/opt/ompi5/bin/mpicc;mpicc.openmpi"
#
# names places: a folder with bin/mpicc (MPI_HOME of a module, a Spack prefix), a compiler wrapper, or one in PATH. Without
# it: Debian's mpicc.mpich and mpicc.openmpi, $MPI_HOME, mpicc in PATH, and last what CMake's FindMPI finds. The wrapper's mpi.h
# says which library it is, not its name. If two places have the same interface, the first is taken: the back end
# serves both.
#
# A wrapper whose mpi.h is that of the MPI standard's binary interface (MPI-5.0, chapter 20) gets the back end for that one.
#
# Sets FENCEPOST_MPIS anew, to the interfaces found (out of "mpich", "openmpi"), and for each M: FENCEPOST_MPICC_M,
# FENCEPOST_MPICXX_M, FENCEPOST_MPIFORT_M, FENCEPOST_MPIEXEC_M (paths; the latter three may be NOTFOUND),
# FENCEPOST_MPI_VERSION_M (in words), and the target fencepost_mpi_headers_M.
set(FENCEPOST_MPIS "" CACHE STRING "Where MPI libraries are: folders or compiler wrappers; empty: look for them")

# Which interface a library has, by macros of its mpi.h: the first that is defined counts.
set(fencepost_mpi_macros
  "OMPI_MAJOR_VERSION:openmpi:Open MPI"
  "I_MPI_VERSION:mpich:Intel MPI"
  "MVAPICH_VERSION:mpich:MVAPICH"
  "MVAPICH2_VERSION:mpich:MVAPICH2"
  "CRAY_MPICH_VERSION:mpich:Cray MPICH"
  "MPICH_VERSION:mpich:MPICH"
  "MPI_ABI_VERSION:mpiabi:the ABI of the MPI standard")  # last, because libraries with an interface of their own may define it

# `compiler -E` of a file that includes mpi.h: its macros, and which files were read.
function(fencepost_read_mpi_header compiler macros_variable directory_variable)
  set(source "${CMAKE_BINARY_DIR}/CMakeFiles/includes_mpi.c")
  file(WRITE "${source}" "#include <mpi.h>\n")
  execute_process(COMMAND "${compiler}" -E -dD "${source}" OUTPUT_VARIABLE text ERROR_VARIABLE errors RESULT_VARIABLE status)
  set(${macros_variable} "" PARENT_SCOPE)
  set(${directory_variable} "" PARENT_SCOPE)
  if(NOT status EQUAL 0)
    message(STATUS "MPI: ${compiler} does not compile a program that includes mpi.h:\n${errors}")
    return()
  endif()
  string(REGEX MATCH "# 1 \"([^\"]*)/mpi\\.h\"" found "${text}")
  set(${directory_variable} "${CMAKE_MATCH_1}" PARENT_SCOPE)
  string(REGEX MATCHALL "#define [A-Z0-9_]*VERSION [^\n]*" macros "${text}")
  set(${macros_variable} "${macros}" PARENT_SCOPE)
endfunction()

# The value of a macro among `macros`, empty if it is not defined.
function(fencepost_macro_value macros name variable)
  set(${variable} "" PARENT_SCOPE)
  foreach(macro IN LISTS macros)
    if(macro MATCHES "^#define ${name} \"?([^\"]*)\"?$")
      set(${variable} "${CMAKE_MATCH_1}" PARENT_SCOPE)
    endif()
  endforeach()
endfunction()

# mpicxx and the others beside a compiler wrapper, by the same suffix.
function(fencepost_find_beside compiler variable)
  get_filename_component(folder "${compiler}" DIRECTORY)
  get_filename_component(name "${compiler}" NAME)
  string(REGEX MATCH "\\.[a-z0-9]+$" suffix "${name}")
  set(names ${ARGN})
  list(TRANSFORM names APPEND "${suffix}")
  find_program(found NAMES ${names} ${ARGN} PATHS "${folder}" NO_CACHE NO_DEFAULT_PATH)
  set(${variable} "${found}" PARENT_SCOPE)
endfunction()

# Puts `mpi` into PATH under the names that tests use (mpicc.mpich) if it does not have them: small scripts, because
# wrappers may look at the name by which they are called.
function(fencepost_name_for_tests mpi tool program)
  get_filename_component(name "${program}" NAME)
  if(NOT program OR name STREQUAL "${tool}.${mpi}")
    return()
  endif()
  file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/mpi/${tool}.${mpi}" CONTENT "#!/bin/sh\nexec \"${program}\" \"\$@\"\n" @ONLY)
  file(CHMOD "${CMAKE_BINARY_DIR}/mpi/${tool}.${mpi}" PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ
       GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
endfunction()

# The interface that `macros` belong to, and the library in words; both empty if we do not know it.
function(fencepost_tell_mpi macros mpi_variable version_variable)
  set(${mpi_variable} "" PARENT_SCOPE)
  set(${version_variable} "" PARENT_SCOPE)
  foreach(row IN LISTS fencepost_mpi_macros)
    string(REGEX MATCH "^([^:]+):([^:]+):(.+)$" row "${row}")
    set(interface "${CMAKE_MATCH_2}")
    set(words "${CMAKE_MATCH_3}")
    fencepost_macro_value("${macros}" "${CMAKE_MATCH_1}" value)
    if(value STREQUAL "" OR value MATCHES "^\\(?-")  # a negative version: it does not have that interface
      continue()
    endif()
    if(interface STREQUAL "openmpi")
      fencepost_macro_value("${macros}" OMPI_MINOR_VERSION minor)
      fencepost_macro_value("${macros}" OMPI_RELEASE_VERSION release)
      string(APPEND value ".${minor}.${release}")
    endif()
    set(${mpi_variable} "${interface}" PARENT_SCOPE)
    set(${version_variable} "${words} ${value}" PARENT_SCOPE)
    return()
  endforeach()
endfunction()

# A macro, because it sets variables of the file that includes this one.
macro(fencepost_use_mpi compiler)
  fencepost_read_mpi_header("${compiler}" macros directory)
  fencepost_tell_mpi("${macros}" mpi version)
  if(directory STREQUAL "")
    # said already
  elseif(NOT mpi)
    message(STATUS "MPI: ${compiler} belongs to no library that Fencepost knows; no program of it can be checked")
  elseif(mpi STREQUAL "mpiabi")
    set(FENCEPOST_WITH_STANDARD_ABI ON)
    message(STATUS "MPI: ${compiler} has ${version}, headers in ${directory}")
  elseif(mpi IN_LIST found_mpis)
    message(STATUS "MPI: ${compiler} (${version}) has the interface of ${FENCEPOST_MPICC_${mpi}}, and the same back end")
  else()
    set(FENCEPOST_MPICC_${mpi} "${compiler}")
    set(FENCEPOST_MPI_VERSION_${mpi} "${version}")
    fencepost_find_beside("${compiler}" FENCEPOST_MPICXX_${mpi} mpicxx mpic++ mpiCC)
    fencepost_find_beside("${compiler}" FENCEPOST_MPIEXEC_${mpi} mpiexec mpirun)
    if(FENCEPOST_WITH_FORTRAN)
      fencepost_find_beside("${compiler}" FENCEPOST_MPIFORT_${mpi} mpifort mpif90)
    endif()
    fencepost_name_for_tests(${mpi} mpicc "${compiler}")
    fencepost_name_for_tests(${mpi} mpicxx "${FENCEPOST_MPICXX_${mpi}}")
    fencepost_name_for_tests(${mpi} mpifort "${FENCEPOST_MPIFORT_${mpi}}")
    fencepost_name_for_tests(${mpi} mpiexec "${FENCEPOST_MPIEXEC_${mpi}}")
    add_library(fencepost_mpi_headers_${mpi} INTERFACE)
    target_include_directories(fencepost_mpi_headers_${mpi} SYSTEM INTERFACE "${directory}")
    string(TOUPPER "${mpi}" upper)
    # The old C++ bindings are not wanted, and not compatible with C++20.
    target_compile_definitions(fencepost_mpi_headers_${mpi} INTERFACE
      FENCEPOST_MPI_${upper}=1 OMPI_SKIP_MPICXX=1 MPICH_SKIP_MPICXX=1)
    list(APPEND found_mpis ${mpi})
    message(STATUS "MPI ${mpi}: ${compiler}, ${version}, headers in ${directory}")
  endif()
endmacro()

set(found_mpis "")
set(places "${FENCEPOST_MPIS}")
if(NOT places)
  set(places mpicc.mpich mpicc.openmpi "$ENV{MPI_HOME}" mpicc)
endif()
foreach(place IN LISTS places)
  unset(compiler_found)
  if(IS_DIRECTORY "${place}")
    find_program(compiler_found NAMES mpicc PATHS "${place}/bin" "${place}" NO_CACHE NO_DEFAULT_PATH)
  elseif(EXISTS "${place}")
    set(compiler_found "${place}")
  elseif(place)
    find_program(compiler_found NAMES "${place}" NO_CACHE)
  endif()
  if(compiler_found)
    fencepost_use_mpi("${compiler_found}")
  elseif(FENCEPOST_MPIS)
    message(FATAL_ERROR "FENCEPOST_MPIS: ${place} is neither a compiler wrapper of MPI nor a folder that has bin/mpicc")
  endif()
endforeach()
if(NOT found_mpis AND NOT FENCEPOST_WITH_STANDARD_ABI)
  find_package(MPI COMPONENTS C QUIET)
  if(MPI_C_COMPILER)
    fencepost_use_mpi("${MPI_C_COMPILER}")
  endif()
endif()
if(NOT found_mpis AND NOT FENCEPOST_WITH_STANDARD_ABI)
  message(FATAL_ERROR "No MPI library found. `./dev setup` installs MPICH and Open MPI; -DFENCEPOST_MPIS=… says where others are.")
endif()
if(NOT found_mpis AND FENCEPOST_BUILD_TESTS AND NOT FENCEPOST_ONLY_BACKENDS)
  message(FATAL_ERROR "Tests run with MPICH or Open MPI, and neither was found: -DFENCEPOST_BUILD_TESTS=OFF builds without them.")
endif()
set(FENCEPOST_MPIS "${found_mpis}")

# Back ends: for these libraries, and for the interface of the MPI standard, which needs a header of our own and no library.
set(FENCEPOST_BACKENDS "${FENCEPOST_MPIS}")
option(FENCEPOST_WITH_STANDARD_ABI "Build the back end for libraries with the binary interface of MPI-5.0" OFF)
if(FENCEPOST_WITH_STANDARD_ABI)
  list(APPEND FENCEPOST_BACKENDS mpiabi)
  add_library(fencepost_mpi_headers_mpiabi INTERFACE)
  target_include_directories(fencepost_mpi_headers_mpiabi SYSTEM INTERFACE "${CMAKE_SOURCE_DIR}/runtime/natives/standard_abi")
  target_compile_definitions(fencepost_mpi_headers_mpiabi INTERFACE FENCEPOST_MPI_MPIABI=1)
endif()
fencepost_part("MPICH ABI" "${FENCEPOST_MPICC_mpich}" "MPICH, Intel MPI, MVAPICH, Cray MPICH (built with ${FENCEPOST_MPI_VERSION_mpich})"
  "no such library was found: their programs run unchecked, `fencepost add-mpi mpicc` adds it")
fencepost_part("Open MPI" "${FENCEPOST_MPICC_openmpi}" "built with ${FENCEPOST_MPI_VERSION_openmpi}"
  "built without it: its programs run unchecked, `fencepost add-mpi mpicc` adds it")
fencepost_part("MPI standard's ABI" "${FENCEPOST_WITH_STANDARD_ABI}" "libmpi_abi.so of any library"
  "not built (-DFENCEPOST_WITH_STANDARD_ABI=ON): programs with libmpi_abi.so run unchecked")
