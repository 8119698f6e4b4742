# One target per component, and an include path that holds that component's headers and nothing else.
#
#   fencepost_component(NAME record DIRECTORY runtime/record
#                       SOURCES writer.cpp …            (none: a header-only component)
#                       USES other components           (only their headers become visible)
#                       LIBRARIES targets from outside  [PRIVATE_LIBRARIES …]
#                       APART sources                   (that cannot be compiled together with others; FENCEPOST_BUILD_ONCE)
#                       [MPI mpich|openmpi])            compile against that MPI's mpi.h (natives: runtime/natives); the target is NAME_MPI
#
# Headers are included as "NAME/header.h", also within the component itself. A component that is not in USES (directly or
# through one that is) cannot be included: the build fails. That is how the one-way dependencies of the design are kept.
function(fencepost_component)
  cmake_parse_arguments(ARG "" "NAME;DIRECTORY;MPI" "SOURCES;USES;LIBRARIES;PRIVATE_LIBRARIES;APART" ${ARGN})
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
    fencepost_build_once(${target} "${ARG_DIRECTORY}" "${ARG_APART}")
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

# Headers take most of the time to compile a file of ours. If you build once, on a fresh machine, precompile those of the
# standard library and fmt, and compile the sources of a component together, several at a time. That is much faster. If you
# build again and again, do not: ccache serves you better, and a source that lacks an #include must fail there.
option(FENCEPOST_BUILD_ONCE "Compile as fast as possible, for a build that is not repeated (./dev demo does)" OFF)
set(fencepost_standard_headers <algorithm> <array> <atomic> <cstdint> <cstring> <functional> <limits> <map> <memory> <mutex> <optional> <set>
  <span> <string> <string_view> <unordered_map> <utility> <variant> <vector>)
set(fencepost_analyzer_headers ${fencepost_standard_headers} <filesystem> <fmt/format.h> <fmt/ranges.h>)
# Not optimized except in a release, because it has little to do in one short run. No warnings: those of files that are compiled together are of no use.
set(fencepost_quick_options $<$<NOT:$<CONFIG:Release>>:-O0> -w)

function(fencepost_build_once target directory apart)
  if(NOT FENCEPOST_BUILD_ONCE)
    return()
  endif()
  # If several files use one name for something local, the names clash here and nowhere else: such files are APART.
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON)
  set_source_files_properties(${apart} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  set(side analyzer)
  if(directory MATCHES "^(runtime|interposer)")
    set(side standard)
  else()
    # Its macros must be those under which the headers were compiled.
    target_link_libraries(${target} PRIVATE fmt::fmt)
    set_target_properties(${target} PROPERTIES UNITY_BUILD_BATCH_SIZE 16)
  endif()
  target_compile_options(${target} PRIVATE ${fencepost_quick_options})
  if(NOT TARGET fencepost_precompiled_${side})
    file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/CMakeFiles/precompiled_${side}.cpp" CONTENT "// Only for its headers.\n")
    add_library(fencepost_precompiled_${side} OBJECT "${CMAKE_BINARY_DIR}/CMakeFiles/precompiled_${side}.cpp")
    target_precompile_headers(fencepost_precompiled_${side} PRIVATE ${fencepost_${side}_headers})
    fencepost_warnings(fencepost_precompiled_${side})
    target_compile_options(fencepost_precompiled_${side} PRIVATE ${fencepost_quick_options})
    if(side STREQUAL "analyzer")
      target_link_libraries(fencepost_precompiled_${side} PRIVATE fmt::fmt)
    endif()
  endif()
  target_precompile_headers(${target} REUSE_FROM fencepost_precompiled_${side})
endfunction()

# gcc spends up to a seventh of its time on collecting garbage, which is not needed if there is enough memory.
option(FENCEPOST_COLLECT_LATE "Let each gcc take half a GiB of memory before it collects garbage (the project's presets do)" OFF)
if(FENCEPOST_COLLECT_LATE)
  add_compile_options($<$<COMPILE_LANG_AND_ID:CXX,GNU>:--param=ggc-min-heapsize=524288>)
endif()

# Our own code is built with these, and warnings are errors. A designated initializer may leave out fields: they get their
# defaults, which is what it is for.
function(fencepost_warnings target)
  target_compile_options(${target} PRIVATE
    $<$<COMPILE_LANGUAGE:C,CXX>:-Wall -Wextra -Wshadow -Wpointer-arith -Wcast-align>
    $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor -Woverloaded-virtual -Wextra-semi -Wno-missing-field-initializers>
    # std::stable_sort of libstdc++ 12 calls a function deprecated there; clang reports it at us.
    $<$<COMPILE_LANG_AND_ID:CXX,Clang>:-Wno-deprecated-declarations>)
  if(FENCEPOST_WERROR)
    # gcc's -Wmaybe-uninitialized depends on what it inlined, and reports an empty std::optional that nobody reads.
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:C,CXX>:-Werror>
      $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-error=maybe-uninitialized>)
  endif()
endfunction()
