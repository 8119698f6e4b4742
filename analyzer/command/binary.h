// What an executable file tells of itself, without being run.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "symbolize/elf_file.h"

namespace fencepost::command {

// The dynamic loader that the program asks for; "" if it is statically linked.
std::string loader_of(const symbolize::ElfFile& file);

// Whether it leaves that to a shared library.
bool needs_symbol(const symbolize::ElfFile& file, std::string_view name);

// All shared libraries that the loader would load, a path each.
std::vector<std::string> libraries_of(const std::string& loader, const std::filesystem::path& program);

bool is_mpi_library(const std::string& path);

// Which back end serves a program with these libraries, "mpich" for instance, as far as their names tell; "": none.
std::string backend_for(const std::vector<std::string>& libraries);

// The compilers that made it, as they signed it; each once.
std::vector<std::string> compilers_of(const symbolize::ElfFile& file);

// Whether it was linked with the hooks for loads and stores.
bool has_hooks(const symbolize::ElfFile& file);

}  // namespace fencepost::command
