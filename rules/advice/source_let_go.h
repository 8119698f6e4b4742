// Calls of the source beside one that waits for ever: others may need them, and they could come first.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/fix.h"
#include "model/source_lines.h"

namespace fencepost {

struct CallBeside {
  int line = 0;                        // of the call
  std::vector<std::string> arguments;  // as they stand there
  // What controls it alone, without its brackets; "": nothing. It stands in front of the other one then (`in_front`),
  // and whom the condition leaves out does not make it; or after it.
  std::string condition;
  bool in_front = false;
};

// The nearest call of `function` that could stand in front of the statement at `waiting` without changing what either
// of them means, and what stands between them. `waiting`: a call that waits, or one on the way to it.
std::optional<CallBeside> call_beside(const SourceLocation& waiting, std::string_view function, SourceLines& sources);

// Whether what a send is given stays the same while its process waits in a call of one-sided communication, as far as
// the source shows: nothing, or a variable of its own that no such call knows. `at`: a statement of its function.
bool sends_its_own(const std::vector<std::string>& given, const SourceLocation& at, SourceLines& sources);

// Whether one of these functions is called after the statement, in the rest of its function.
bool calls_after(const SourceLocation& statement, const std::vector<std::string>& functions, SourceLines& sources);

// The same of a place with all that leads to it (frames[0], which frames[1] calls, …), and of what other functions of
// these files may call.
bool may_call_later(const std::vector<SourceLocation>& frames, std::string_view function, SourceLines& sources);

// Whether who comes to the one place does not come to the other one: the calls that lead there part in the branches of
// an `if` that stands in no loop, or begin in two programs.
bool stand_in_branches(const std::vector<SourceLocation>& one, const std::vector<SourceLocation>& other,
                       SourceLines& sources);

// Whether both are statements of one block: who comes to the one has come, or comes, to the other.
bool stand_in_one_block(const SourceLocation& one, const SourceLocation& other, SourceLines& sources);

// The change of the source that puts it there (FixKind::kMove, FixPurpose::kLetGoOn). Empty: it is not certain.
std::vector<SourceEdit> let_go_edits(const Fix& fix, SourceLines& sources);

}  // namespace fencepost
