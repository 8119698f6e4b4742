# Installs $build without back ends into $prefix, a folder in $folder, and puts it into PATH; what add-mpi builds there a cache keeps.
prefix=$folder/fencepost
"$cmake" --install "$build" --prefix "$prefix" >/dev/null
rm -f "$prefix"/lib/fencepost/libfencepost-*mpi*.so "$prefix"/lib/fencepost/parts-*.so
export PATH=$prefix/bin:$PATH HOME=$folder
command -v ccache >/dev/null && export CMAKE_CXX_COMPILER_LAUNCHER="env;CCACHE_SLOPPINESS=pch_defines,time_macros;CCACHE_BASEDIR=$folder;ccache"
