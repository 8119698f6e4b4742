#include "advice/source_atomic.h"

#include <algorithm>
#include <cctype>
#include <string>

#include "advice/source_tree.h"

namespace fencepost {

bool is_ordered_atomic(const SourceLocation& statement, SourceLines& sources) {
  if (!can_be_read_as_c(statement)) return false;
  const auto& lines = sources.of(statement.file);
  if (statement.line < 1 || static_cast<std::size_t>(statement.line) > lines.size()) return false;
  const SourceTree& tree = SourceTree::of(lines);
  const int whole = tree.sound() ? tree.statement_at(statement.line) : -1;
  std::string text = whole >= 0 ? tree.text_of(whole) : lines[static_cast<std::size_t>(statement.line) - 1];
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const auto has = [&](const char* word) { return text.find(word) != std::string::npos; };
  if (has("relaxed")) return false;
  if (has("__sync_")) return true;
  return !has("_explicit") && !has("__atomic_") &&
         (has("atomic_fetch_") || has("atomic_exchange") || has("atomic_compare_exchange") || has("atomic_load") ||
          has("atomic_store"));
}

}  // namespace fencepost
