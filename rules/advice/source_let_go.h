// Calls in the source next to one that waits forever: other processes may need them, and they could come first.
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
  std::vector<std::string> arguments;  // as the source has them
  // The condition of the `if` that controls only this call, without brackets; "": there is none. Then the call comes
  // before the other one (`in_front`), and ranks for which the condition is false do not make it; or it comes after it.
  std::string condition;
  bool in_front = false;
};

// The nearest call of `function` that could be moved before the statement at `waiting` without changing what either
// means, and what is between them. `waiting`: a call that waits, or one that leads to it.
std::optional<CallBeside> call_beside(const SourceLocation& waiting, std::string_view function, SourceLines& sources);

// Whether the data of a send stays the same while its process waits in a one-sided call, as far as the source shows:
// there is no data, or it is a variable that no such call uses. `at`: a statement of its function.
bool sends_its_own(const std::vector<std::string>& given, const SourceLocation& at, SourceLines& sources);

// Whether one of these functions is called after the statement, in the rest of its function.
bool calls_after(const SourceLocation& statement, const std::vector<std::string>& functions, SourceLines& sources);

// The same for a place with all the calls that lead to it (frames[0], which frames[1] calls, …), and for calls that
// other functions of these files make.
bool may_call_later(const std::vector<SourceLocation>& frames, std::string_view function, SourceLines& sources);

// The MPI_Win_post with the group and window of a start that comes after it in the same block, if it could come first:
// only operations of the epoch, and its end, are between them. Nothing: there is none.
std::optional<SourceLocation> post_behind(const SourceLocation& start, const std::string& group,
                                          const std::string& window, SourceLines& sources);

// Whether a process that reaches one place does not reach the other: the calls that lead there part in the branches of
// an `if` outside of all loops, or the places belong to two programs.
bool stand_in_branches(const std::vector<SourceLocation>& one, const std::vector<SourceLocation>& other,
                       SourceLines& sources);

// Whether both are statements of one block: a process that reaches one has reached, or will reach, the other.
bool stand_in_one_block(const SourceLocation& one, const SourceLocation& other, SourceLines& sources);

// The change of the source that moves the call there (FixKind::kMove, FixPurpose::kLetGoOn). Empty: it is not certain.
std::vector<SourceEdit> let_go_edits(const Fix& fix, SourceLines& sources);

}  // namespace fencepost
