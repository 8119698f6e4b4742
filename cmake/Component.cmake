# One target per component, and an include path that holds that component's headers and nothing else.
#
#   fencepost_component(NAME record DIRECTORY runtime/record
#                       SOURCES writer.cpp …            (none: a header-only component)
#                       USES other components           (their headers become visible; nobody else's are)
#                       LIBRARIES targets from outside  [PRIVATE_LIBRARIES …]
#                       [MPI mpich|openmpi])            compile against that MPI's mpi.h (natives: runtime/natives); the target is NAME_MPI
#
# Headers are included as "NAME/header.h", also within the component itself. A component that is not in USES (directly or
# through one that is) cannot be included: the build fails. That is how the one-way dependencies of the design are kept.
function(fencepost_component)
  cmake_parse_arguments(ARG "" "NAME;DIRECTORY;MPI" "SOURCES;USES;LIBRARIES;PRIVATE_LIBRARIES" ${ARGN})
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "fencepost_component(${ARG_NAME}): unknown arguments ${ARG_UNPARSED_ARGUMENTS}")
  endif()

  set(root "${CMAKE_BINARY_DIR}/include/${ARG_NAME}")
  file(MAKE_DIRECTORY "${root}")
  file(CREATE_LINK "${CMAKE_SOURCE_DIR}/${ARG_DIRECTORY}" "${root}/${ARG_NAME}" SYMBOLIC)

  set(target "fencepost_${ARG_NAME}")
  if(ARG_MPI)
    string(APPEND target "_${ARG_MPI}")
  endif()

  set(used "")
  foreach(name IN LISTS ARG_USES)
    if(ARG_MPI AND TARGET "fencepost_${name}_${ARG_MPI}")
      list(APPEND used "fencepost_${name}_${ARG_MPI}")
    else()
      list(APPEND used "fencepost_${name}")
    endif()
  endforeach()

  if(ARG_SOURCES)
    add_library(${target} STATIC ${ARG_SOURCES})
    set(scope PUBLIC)
    fencepost_warnings(${target})
    target_link_libraries(${target} PRIVATE ${ARG_PRIVATE_LIBRARIES})
  else()
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_include_directories(${target} ${scope} "${root}")
  target_link_libraries(${target} ${scope} ${used} ${ARG_LIBRARIES})
  if(ARG_MPI)
    target_link_libraries(${target} ${scope} fencepost_mpi_headers_${ARG_MPI} fencepost_natives)
  endif()
endfunction()

# Our own code is built with these, and warnings are errors. Fields left out of a designated initializer have their defaults:
# that is what it is for.
function(fencepost_warnings target)
  target_compile_options(${target} PRIVATE
    $<$<COMPILE_LANGUAGE:C,CXX>:-Wall -Wextra -Wshadow -Wpointer-arith -Wcast-align>
    $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor -Woverloaded-virtual -Wextra-semi -Wno-missing-field-initializers>
    # std::stable_sort of libstdc++ 12 calls a function deprecated there; clang reports it at us.
    $<$<COMPILE_LANG_AND_ID:CXX,Clang>:-Wno-deprecated-declarations>)
  if(FENCEPOST_WERROR)
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:C,CXX>:-Werror>)
  endif()
endfunction()
