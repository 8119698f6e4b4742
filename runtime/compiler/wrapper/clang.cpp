#include "wrapper/clang.h"

#include <array>
#include <cstdlib>
#include <string_view>

#include "wrapper/toolchain.h"

namespace fencepost::compiler {
namespace {

using std::string_view_literals::operator""sv;

struct Language {
  std::array<std::string_view, 2> compilers;  // the first that is clang 19 is taken
  std::array<const char*, 3> variables;       // of MPICH, Open MPI, Intel MPI
};
constexpr std::array kLanguages = {
    Language{{"clang-19"sv, "clang"sv}, {"MPICH_CC", "OMPI_CC", "I_MPI_CC"}},
    Language{{"clang++-19"sv, "clang++"sv}, {"MPICH_CXX", "OMPI_CXX", "I_MPI_CXX"}},
};

}  // namespace

std::string have_mpi_wrappers_call_clang() {
  for (const Language& language : kLanguages) {
    std::string found;
    for (const std::string_view name : language.compilers)
      if (found.empty() && probe(std::string(name), {}).loads_pass()) found = name;
    if (found.empty())
      return "--clang: there is no " + std::string(language.compilers.front()) + " here (package clang-19)";
    for (const char* variable : language.variables) setenv(variable, found.c_str(), 1);
  }
  return "";
}

}  // namespace fencepost::compiler
