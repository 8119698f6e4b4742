#include "advice/source_divided.h"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

#include "advice/source_line.h"
#include "model/word_text.h"

namespace fencepost {
namespace {

using Kind = SourceTree::Kind;

// "rank == 0", "me > 0 .and. me < last": plain variables, compared.
bool is_plain(std::string_view condition) {
  constexpr std::string_view kSigns = " ()<>=!&|+-%/.";
  for (std::size_t i = 0; i < condition.size(); ++i) {
    const char c = condition[i];
    if (!in_name(c) && kSigns.find(c) == std::string_view::npos) return false;
    const bool one = i == 0 || std::string_view("<>=!/").find(condition[i - 1]) == std::string_view::npos;
    const bool last = i + 1 == condition.size() || condition[i + 1] != '=';
    if (c == '=' && one && last) return false;  // stores
    if ((c == '+' || c == '-') && i > 0 && condition[i - 1] == c) return false;
    if (c == '&' && !((i > 0 && condition[i - 1] == '&') || condition.substr(i).starts_with("&&"))) return false;
    if (c == '-' && condition.substr(i).starts_with("->")) return false;
    if (c == '(' && i > 0 &&
        (in_name(condition[i - 1]) || (condition[i - 1] == ' ' && i > 1 && in_name(condition[i - 2]))))
      return false;  // a call
  }
  return true;
}

// The names of a text, without those of logical operators.
std::vector<std::string> names_in(const std::string& text) {
  std::vector<std::string> names;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && in_name(text[end])) ++end;
    if (end > at && std::isdigit(static_cast<unsigned char>(text[at])) == 0 && (at == 0 || text[at - 1] != '.'))
      names.push_back(text.substr(at, end - at));
    at = std::max(end, at + 1);
  }
  return names;
}

bool gives_rank_or_size(const std::string& statement) {
  return statement.find("MPI_Comm_rank(") != std::string::npos ||
         statement.find("MPI_Comm_size(") != std::string::npos ||
         statement.find("mpi_comm_rank(") != std::string::npos || statement.find("mpi_comm_size(") != std::string::npos;
}

// Whether something else than an assignment may change a variable: somebody has its address.
bool is_reachable(const SourceTree& tree, const std::string& name, bool fortran) {
  for (int at = 0; tree.has(at); ++at) {
    if (tree.node(at).kind != Kind::kSimple) continue;
    const std::string text = tree.text_of(at);
    if (gives_rank_or_size(text)) continue;
    if (fortran) {
      const bool passes = text.find("call ") != std::string::npos && !text.starts_with("call mpi_put") &&
                          !text.starts_with("call mpi_get(") && !text.starts_with("call mpi_accumulate");
      if (passes && SourceTree::share_a_name(text, name)) return true;
      continue;
    }
    for (std::size_t found = text.find('&' + name); found != std::string::npos;
         found = text.find('&' + name, found + 1)) {
      const std::size_t end = found + 1 + name.size();
      if (end == text.size() || !in_name(text[end])) return true;
    }
  }
  return false;
}

// Statements that leave conditions alone and declare nothing.
bool is_plain_call(const std::string& statement, bool fortran) {
  if (!fortran) return statement.starts_with("MPI_");
  const bool assigns = statement.find(" = ") != std::string::npos && !statement.starts_with("call ") &&
                       !statement.starts_with("if") && statement.find("::") == std::string::npos;
  return statement.starts_with("call mpi_") || assigns;
}

}  // namespace

bool can_be_divided(const SourceTree& tree, int condition, std::span<const int> statements, bool fortran) {
  const SourceTree::Node& node = tree.node(condition);
  if (statements.size() < 2 || !tree.fills_its_lines(condition) || !tree.is_whole(node.first_line, node.last_line))
    return false;
  std::string whole = tree.text_of(condition);
  const std::string head(trimmed(whole.substr(0, whole.find('\n'))));
  const std::string_view end = fortran ? ") then" : ") {";
  if (!head.starts_with("if (") || !head.ends_with(end)) return false;
  const std::string last(trimmed(whole.substr(whole.rfind('\n') + 1)));
  if (fortran ? last != "end if" && last != "endif" : last != "}") return false;
  const std::string asked = head.substr(4, head.size() - 4 - end.size());
  if (!is_plain(asked)) return false;
  for (const std::string& name : names_in(asked))
    if (is_reachable(tree, name, fortran)) return false;
  return std::ranges::all_of(statements.first(statements.size() - 1), [&](int statement) {
    const std::string text = tree.text_of(statement);
    if (tree.node(statement).kind != Kind::kSimple || !is_plain_call(text, fortran)) return false;
    return fortran ? !may_change_in_fortran(text, asked) : !SourceTree::may_change(text, asked);
  });
}

std::vector<std::string> divided(const std::string& head, std::vector<std::string> calls, bool fortran) {
  const std::string indent = head.substr(0, head.find_first_not_of(" \t"));
  calls.insert(calls.begin(), indent + (fortran ? "end if" : "}"));
  calls.push_back(indent + std::string(trimmed(code_of(head, fortran))));
  return calls;
}

bool may_change_in_fortran(const std::string& statement, const std::string& names) {
  if (!statement.starts_with("call ")) return SourceTree::may_change(statement, names);
  const std::string_view call = std::string_view(statement).substr(std::string_view("call ").size());
  const bool makes = call.find("_create") != std::string_view::npos ||
                     call.find("_allocate") != std::string_view::npos || call.find("_free") != std::string_view::npos ||
                     call.find("_rank") != std::string_view::npos || call.find("_size") != std::string_view::npos ||
                     call.find("_get_") != std::string_view::npos;
  const bool leaves = call.starts_with("mpi_win_") || call.starts_with("mpi_barrier") || call.starts_with("mpi_put") ||
                      call.starts_with("mpi_get(") || call.starts_with("mpi_accumulate");
  return !(leaves && !makes) && SourceTree::share_a_name(statement, names);
}

}  // namespace fencepost
