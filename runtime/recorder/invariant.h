// What must be true inside the runtime, with the sentence that it stands for:
//
//   FENCEPOST_EXPECT(count_ > 0, "the table of requests counts what it holds");
//
// A broken one prints a line on stderr, once in a process, and the program continues: nothing of ours ends it. With
// FENCEPOST_INVARIANTS=all in the environment, as in ./dev test, the process ends, so that a test fails. (What the
// analyzer does about its own is in analyzer/job/invariant.h.) You may use it wherever the program may have been
// interrupted: printing takes no lock and no memory.
#pragma once

namespace fencepost::record {

[[gnu::cold, gnu::noinline]] void expectation_is_broken(const char* sentence, const char* file, int line) noexcept;

}  // namespace fencepost::record

#define FENCEPOST_EXPECT(condition, sentence)        \
  (__builtin_expect(static_cast<bool>(condition), 1) \
       ? void()                                      \
       : ::fencepost::record::expectation_is_broken(sentence, __FILE__, __LINE__))
