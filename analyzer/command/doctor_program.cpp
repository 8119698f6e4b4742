#include "command/doctor_program.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "command/binary.h"
#include "command/installation.h"
#include "command/program.h"
#include "record/program_code.h"
#include "symbolize/elf_file.h"

namespace fencepost::command {
namespace {

namespace fs = std::filesystem;

// A file of the program's own: neither the system's nor an MPI library's.
bool is_own(const std::string& path) {
  return path.starts_with('/') && !record::lies_in_system_folder(path) && !record::is_of_tool_or_mpi(path);
}

void look_at_code(const Prognosis& prognosis, const std::string& path) {
  const std::shared_ptr<symbolize::ElfFile> file = symbolize::ElfFile::open(path);
  if (file == nullptr) return;
  const std::string what = std::string(record::name_of_file(path));
  const std::string compilers = fmt::format("{}", fmt::join(compilers_of(*file), ", "));
  if (has_hooks(*file)) {
    prognosis.good(what, fmt::format("reports its loads and stores (made by {})", compilers));
  } else {
    prognosis.lacking(what,
                      fmt::format("is not instrumented: its loads and stores are not seen (made by {})", compilers),
                      "compile and link it with fencepost-cc, fencepost-cxx or fencepost-fc");
  }
  if (symbolize::find_debug_file(file) == nullptr)
    prognosis.lacking(what, "has no debug information: findings name addresses and functions, not lines",
                      "compile it with -g");
}

bool look_at_mpi(const Prognosis& prognosis, const std::vector<std::string>& libraries) {
  const auto library = std::ranges::find_if(libraries, is_mpi_library);
  if (library == libraries.end()) {
    prognosis.bad("MPI library", "it is not linked with one",
                  "name the program that calls MPI, not a script or a launcher; programs that load MPI at run time "
                  "(Python) can still be checked");
    return false;
  }
  const std::string backend = backend_for(libraries);
  const std::vector<std::string> there = backends();
  if (std::ranges::find(there, backend) == there.end()) {
    prognosis.bad("MPI library", fmt::format("{}: Fencepost has no back end for it ({})", *library, backend),
                  "run fencepost add-mpi with the mpicc of that library");
    return false;
  }
  prognosis.good("MPI library", fmt::format("{}: checked by the back end {}", *library, backend));
  return true;
}

}  // namespace

bool examine(const Prognosis& prognosis, const std::string& program) {
  const fs::path path = find_executable(program);
  if (path.empty()) {
    prognosis.bad(program, "there is no such program", "name its path");
    return false;
  }
  const std::string absolute = fs::absolute(path).string();
  const auto file = symbolize::ElfFile::open(absolute);
  if (file == nullptr) {
    prognosis.bad(program, "is a script, or for another machine", "name the program that it starts");
    return false;
  }
  const std::string loader = loader_of(*file);
  if (loader.empty()) {
    prognosis.bad(program, "is statically linked: nothing can be preloaded into it", "link it dynamically");
    return false;
  }
  const std::vector<std::string> libraries = libraries_of(loader, absolute);
  const bool checked = look_at_mpi(prognosis, libraries);
  look_at_code(prognosis, absolute);
  for (const std::string& library : libraries) {
    if (is_own(library)) look_at_code(prognosis, library);
  }
  return checked;
}

}  // namespace fencepost::command
