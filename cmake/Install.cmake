# What an installation contains. The stage finds its own files wherever it is, so installing means copying it. Beside it are
# documents, what other build systems look for, and the sources of a back end (fencepost add-mpi).
#
# Components, each of which is a Debian package: core (run, analyze, report), one for each MPI library, and dev (compiler
# wrappers, static checks, what projects use).
include(CMakePackageConfigHelpers)

# Files of the stage, by name. A file that matches none of these belongs to core.
set(fencepost_dev_files "fencepost-cc" "fencepost-cxx" "fencepost-fc" "fencepost-*ar" "fencepost-*ranlib" "libfencepost-hooks*"
  "wrapped-*" "needed-*" "*pass.so" "*plugin*" "fencepost-lint")
set(dev_patterns "")
set(not_core "")
foreach(name IN LISTS fencepost_dev_files)
  list(APPEND dev_patterns PATTERN "${name}")
  list(APPEND not_core PATTERN "${name}" EXCLUDE)
endforeach()
foreach(mpi IN LISTS FENCEPOST_BACKENDS)
  list(APPEND not_core PATTERN "*-${mpi}.so" EXCLUDE)
  install(DIRECTORY "${FENCEPOST_LIBRARY_DIR}/" DESTINATION lib/fencepost USE_SOURCE_PERMISSIONS COMPONENT ${mpi}
          FILES_MATCHING PATTERN "*-${mpi}.so")
endforeach()
install(DIRECTORY "${FENCEPOST_STAGE}/" DESTINATION . USE_SOURCE_PERMISSIONS COMPONENT core ${not_core})
install(DIRECTORY "${FENCEPOST_STAGE}/" DESTINATION . USE_SOURCE_PERMISSIONS COMPONENT dev FILES_MATCHING ${dev_patterns})

# `cmake --install --strip` and packages leave out the debug information. CMake strips only what it installs as targets, and the stage
# is a folder.
install(CODE [[
  if(CMAKE_INSTALL_DO_STRIP)
    set(installed "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}")
    file(GLOB files LIST_DIRECTORIES false "${installed}/bin/fencepost*" "${installed}/lib/fencepost/*")
    foreach(file IN LISTS files)
      file(READ "${file}" magic LIMIT 4 HEX)
      if(magic STREQUAL "7f454c46")
        execute_process(COMMAND strip --strip-debug "${file}" COMMAND_ERROR_IS_FATAL ANY)
      endif()
    endforeach()
  endif()
]] ALL_COMPONENTS)

# For people.
install(DIRECTORY "${CMAKE_BINARY_DIR}/documents/" DESTINATION . COMPONENT core OPTIONAL)
install(FILES LICENSE README.md docs/manual.md docs/rules.md DESTINATION share/doc/fencepost COMPONENT core)
install(DIRECTORY examples/ DESTINATION share/doc/fencepost/examples COMPONENT dev)
configure_file(packaging/modulefile.in "${CMAKE_BINARY_DIR}/packaging/modulefile" @ONLY)
install(FILES "${CMAKE_BINARY_DIR}/packaging/modulefile" DESTINATION share/modulefiles/fencepost RENAME "${PROJECT_VERSION}"
        COMPONENT core)

# For build systems.
configure_file(packaging/fencepost.pc.in "${CMAKE_BINARY_DIR}/packaging/fencepost.pc" @ONLY)
install(FILES "${CMAKE_BINARY_DIR}/packaging/fencepost.pc" DESTINATION lib/pkgconfig COMPONENT dev)
write_basic_package_version_file("${CMAKE_BINARY_DIR}/packaging/FencepostConfigVersion.cmake" COMPATIBILITY SameMajorVersion
                                 ARCH_INDEPENDENT)
install(FILES packaging/FencepostConfig.cmake "${CMAKE_BINARY_DIR}/packaging/FencepostConfigVersion.cmake"
        DESTINATION lib/cmake/Fencepost COMPONENT dev)

# The sources of a back end: all that a build with -DFENCEPOST_ONLY_BACKENDS=ON reads.
install(FILES CMakeLists.txt LICENSE DESTINATION share/fencepost/source COMPONENT dev)
install(DIRECTORY cmake interposer runtime DESTINATION share/fencepost/source COMPONENT dev
        PATTERN "compiler" EXCLUDE PATTERN "hooks" EXCLUDE)
install(DIRECTORY analyzer/parts DESTINATION share/fencepost/source/analyzer COMPONENT dev)

# ---- packages ----------------------------------------------------------------------------------------------------------

set(CPACK_PACKAGE_NAME fencepost)
set(CPACK_PACKAGE_CONTACT "the Fencepost developers <fencepost@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "finds the bugs of MPI one-sided (RMA) programs, and explains them")
set(CPACK_RESOURCE_FILE_LICENSE "${CMAKE_SOURCE_DIR}/LICENSE")
set(CPACK_PACKAGE_FILE_NAME "fencepost-${PROJECT_VERSION}-${CMAKE_SYSTEM_PROCESSOR}")
set(CPACK_GENERATOR TGZ DEB)
set(CPACK_COMPONENTS_ALL core dev ${FENCEPOST_BACKENDS})
set(CPACK_ARCHIVE_COMPONENT_INSTALL OFF)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
# (Without CPACK_PACKAGING_INSTALL_PREFIX the prefix is /usr in a .deb, and a folder of its own in a .tar.gz.)
set(CPACK_SET_DESTDIR OFF)
set(CPACK_STRIP_FILES ON)
# The preloaded libraries are found by their place, and no other package links to them.
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS OFF)

set(CPACK_DEBIAN_CORE_PACKAGE_NAME fencepost)
set(CPACK_DEBIAN_CORE_PACKAGE_SHLIBDEPS ON)
list(TRANSFORM FENCEPOST_BACKENDS PREPEND "fencepost-" OUTPUT_VARIABLE of_mpis)
list(JOIN of_mpis " | " any_mpi)
set(CPACK_DEBIAN_CORE_PACKAGE_RECOMMENDS "${any_mpi}, fencepost-dev")
set(CPACK_DEBIAN_DEV_PACKAGE_NAME fencepost-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "fencepost (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_DEV_PACKAGE_SUGGESTS "cmake, g++")
foreach(mpi IN LISTS FENCEPOST_BACKENDS)
  string(TOUPPER "${mpi}" upper)
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME "fencepost-${mpi}")
  set(CPACK_DEBIAN_${upper}_PACKAGE_SHLIBDEPS ON)
  set(CPACK_DEBIAN_${upper}_PACKAGE_DEPENDS "fencepost (= ${PROJECT_VERSION})")
endforeach()
include(CPack)
