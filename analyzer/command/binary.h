// What an executable file shows about itself without being run.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "symbolize/elf_file.h"

namespace fencepost::command {

// The dynamic loader that the program requests; "" if it is statically linked.
std::string loader_of(const symbolize::ElfFile& file);

// Whether it expects this symbol from a shared library.
bool needs_symbol(const symbolize::ElfFile& file, std::string_view name);

// The paths of all shared libraries that the loader would load.
std::vector<std::string> libraries_of(const std::string& loader, const std::filesystem::path& program);

bool is_mpi_library(const std::string& path);

// The back end for a program with these libraries, for instance "mpich", as far as their names show; "": none.
std::string backend_for(const std::vector<std::string>& libraries);

// The compilers that made it, according to their signatures; each once.
std::vector<std::string> compilers_of(const symbolize::ElfFile& file);

// Whether it was linked with the hooks for loads and stores.
bool has_hooks(const symbolize::ElfFile& file);

}  // namespace fencepost::command
