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

// Whether one of these functions is called after the statement, in the rest of its function.
bool calls_after(const SourceLocation& statement, const std::vector<std::string>& functions, SourceLines& sources);

// Whether both are statements of one block: who comes to the one has come, or comes, to the other.
bool stand_in_one_block(const SourceLocation& one, const SourceLocation& other, SourceLines& sources);

// The change of the source that puts it there (FixKind::kMove, FixPurpose::kLetGoOn). Empty: it is not certain.
std::vector<SourceEdit> let_go_edits(const Fix& fix, SourceLines& sources);

}  // namespace fencepost
