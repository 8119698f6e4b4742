// Which MPI calls are in Fortran code. To ask for the file of each call would take a tenth of the rules' time.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "ids/in_process.h"
#include "job/symbolizer.h"
#include "model/source_language.h"

namespace fencepost {

class FortranCalls {
 public:
  bool has(const Place& call, Symbolizer& symbolizer) {
    Language& language = of(calls_.grown(call.process), call.stack);
    if (language == Language::kNotAsked)
      language = is_fortran_source(symbolizer.statement(call).file) ? Language::kFortran : Language::kOther;
    return language == Language::kFortran;
  }

 private:
  enum class Language : std::uint8_t { kNotAsked, kFortran, kOther };
  struct Calls {
    std::vector<Language> by_stack;  // most have low numbers
    std::unordered_map<StackId, Language> others;
  };
  static Language& of(Calls& calls, StackId stack) {
    constexpr std::uint64_t kMost = 4096;
    if (stack.number() >= kMost) return calls.others[stack];
    if (stack.number() >= calls.by_stack.size()) calls.by_stack.resize(stack.number() + 1);
    return calls.by_stack[stack.number()];
  }

  PerProcess<Calls> calls_;
};

}  // namespace fencepost
