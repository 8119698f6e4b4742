// The compiler behind the name that the user gave, and how to make it report loads and stores.
#pragma once

#include <string>
#include <vector>

#include "wrapper/arguments.h"

namespace fencepost::compiler {

enum class Family { kUnknown, kGcc, kClang, kFlang };

struct Toolchain {
  Family family = Family::kUnknown;
  int major = 0;         // version; 0: not known
  bool fortran = false;  // gfortran
  std::string version_line;

  // The pass is built for this version of LLVM alone.
  bool loads_pass() const { return (family == Family::kClang || family == Family::kFlang) && major == 19; }
};

// Asks `command --version` (an MPI wrapper passes it on).
Toolchain probe(const std::string& command, const std::vector<std::string>& selectors);

// Where our files are, found from the place of this executable.
struct Installation {
  std::string self;     // this executable
  std::string library;  // directory of the libraries
  std::string hooks() const { return library + "/libfencepost-hooks.a"; }
  // Options of the linker, one a line: which calls go through ours; those of flang's library, which is always linked
  // into the program; and what must come out of gfortran's library if that is linked in.
  std::string wrapped_calls() const { return library + "/wrapped-calls"; }
  std::string wrapped_flang_calls() const { return library + "/wrapped-flang-calls"; }
  std::string needed_gfortran_calls() const { return library + "/needed-gfortran-calls"; }
  std::string pass() const { return library + "/libfencepost-pass.so"; }
  // One for each version of gcc whose plugin headers were there at build time.
  std::string gcc_plugin(int major) const { return library + "/fencepost-gcc-plugin-" + std::to_string(major) + ".so"; }
  // What that compiler says about itself, after its name.
  std::string gcc_of_plugin(int major) const {
    return library + "/fencepost-gcc-plugin-" + std::to_string(major) + ".for";
  }
};
Installation installation();

struct Choice {
  bool use_pass = true;      // for a clang or flang that can load it
  bool use_plugin = true;    // the same for gcc
  bool asks_plugin = false;  // the user has named it: then a message says if there is none
  bool statistics = false;   // the pass or the plugin prints what it did
};

// Whether there is a plugin for exactly this gcc: gcc would refuse it in another build of its version.
bool has_plugin(const Toolchain& toolchain, const Installation& installed);

// Whether it can be made to report loads and stores.
bool can_instrument(const Toolchain& toolchain, const Installation& installed, const Choice& choice);

// The arguments to call the compiler with, if it can.
std::vector<std::string> instrumented(const Arguments& arguments, const Toolchain& toolchain,
                                      const Installation& installed, const Choice& choice);

// What a link needs.
std::vector<std::string> link_flags(const Installation& installed);

// gcc runs its parts through us (-wrapper) when it compiles and links in one command: `words` is one such part with its
// arguments; the compiler proper gets the option that the linker must not see.
inline constexpr const char* kPartOption = "--fencepost-part-of-gcc";
std::vector<std::string> part_of_gcc(std::vector<std::string> words);

}  // namespace fencepost::compiler
