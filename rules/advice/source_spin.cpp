#include "advice/source_spin.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string_view>
#include <vector>

#include "advice/source_line.h"
#include "model/word_text.h"

namespace fencepost {
namespace {

using Kind = SourceTree::Kind;

// "name(", but not as the end of a longer name or as a member.
bool calls(const std::string& function, std::string_view name) {
  for (std::size_t at = function.find(name); at != std::string::npos; at = function.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    const auto before = static_cast<unsigned char>(at > 0 ? function[at - 1] : ' ');
    if (end < function.size() && function[end] == '(' && std::isalnum(before) == 0 && before != '_' && before != '.' &&
        before != '>')
      return true;
  }
  return false;
}

// "do while", and "do" without a counter.
bool has_open_loop(const std::string& function) {
  for (std::size_t at = function.find("do"); at != std::string::npos; at = function.find("do", at + 1)) {
    const char before = at > 0 ? function[at - 1] : ' ';
    if (std::isalnum(static_cast<unsigned char>(before)) != 0 || before == '_' || function.compare(at, 3, "do_") == 0)
      continue;
    const std::size_t next = function.find_first_not_of(" \t", at + 2);
    const bool ended = at >= 4 && function.compare(at - 4, 4, "end ") == 0;
    if (ended) continue;
    if (next == std::string::npos || function[next] == '\n' || function.compare(next, 5, "while") == 0) return true;
  }
  return false;
}

// A `for` that does not end by counting alone: "for (i = 0; i < 9 || flag == 0; i++)", "for (; flag == 0;)".
bool has_waiting_for(const std::string& function) {
  for (std::size_t at = function.find("for"); at != std::string::npos; at = function.find("for", at + 1)) {
    const std::size_t open = function.find_first_not_of(" \t\n", at + 3);
    const auto before = static_cast<unsigned char>(at > 0 ? function[at - 1] : ' ');
    if (open == std::string::npos || function[open] != '(' || std::isalnum(before) != 0 || before == '_') continue;
    int depth = 0;
    std::vector<std::size_t> ends;  // of its parts
    std::size_t close = open;
    for (; close < function.size(); ++close) {
      depth += function[close] == '(' ? 1 : function[close] == ')' ? -1 : 0;
      if (depth == 0) break;
      if (function[close] == ';') ends.push_back(close);
    }
    if (ends.size() != 2) continue;
    const std::string_view condition = std::string_view(function).substr(ends[0] + 1, ends[1] - ends[0] - 1);
    const bool steps = function.find_first_not_of(" \t\n", ends[1] + 1) < close;
    if (!steps || condition.find("||") != std::string_view::npos) return true;
  }
  return false;
}

// The places of the word "volatile", but for "asm volatile", which says nothing of variables.
std::vector<std::size_t> volatiles_in(const std::string& function) {
  constexpr std::string_view kWord = "volatile";
  std::vector<std::size_t> found;
  for (std::size_t at = function.find(kWord); at != std::string::npos; at = function.find(kWord, at + 1)) {
    std::string_view before = trimmed_end(std::string_view(function).substr(0, at));
    while (before.ends_with('_')) before.remove_suffix(1);
    before = trimmed_end(before);
    while (before.ends_with('_')) before.remove_suffix(1);
    if (!before.ends_with("asm")) found.push_back(at);
  }
  return found;
}

// Whether a function that is called may wait for a volatile variable of this one: "volatile int* flag = m; f(flag);".
// (Not for one that only gets values, or whose elements are read here.)
bool passes_volatile(const std::string& function) {
  return std::ranges::any_of(volatiles_in(function), [&](std::size_t at) {
    const std::size_t end = function.find_first_of("=;,()[", at);
    if (end == std::string::npos || (function[end] != '=' && function[end] != ';')) return true;
    const std::string_view declared = trimmed_end(std::string_view(function).substr(0, end));
    std::size_t begin = declared.size();
    while (begin > at && in_name(declared[begin - 1])) --begin;
    const std::string_view name = declared.substr(begin);
    if (name.empty() || begin == at) return true;
    for (std::size_t use = function.find(name, end); use != std::string::npos; use = function.find(name, use + 1)) {
      const std::size_t behind = use + name.size();
      if (in_name(function[use - 1]) || (behind < function.size() && in_name(function[behind]))) continue;
      const std::size_t next = std::min(function.find_first_not_of(" \t\n", behind), function.size() - 1);
      const bool set = function[next] == '=' && function.compare(next, 2, "==") != 0;
      if (function[next] != '[' && !set) return true;
    }
    return false;
  });
}

// "(row >= first_row(vector, rank + 1)) rank++;", of a loop: it looks at something else each time, so it waits for
// nobody.
bool searches(std::string_view loop) {
  const std::size_t open = loop.find_first_not_of(" \t\n");
  if (open == std::string_view::npos || loop[open] != '(') return false;
  std::size_t close = open;
  for (int depth = 0; close < loop.size(); ++close) {
    depth += loop[close] == '(' ? 1 : loop[close] == ')' ? -1 : 0;
    if (depth == 0) break;
  }
  const std::size_t end = loop.find(';', close);
  if (end == std::string_view::npos) return false;
  const std::string condition(loop.substr(open, close - open));
  std::string_view step = trimmed(loop.substr(close + 1, end - close - 1));
  for (const std::string_view sign : {"++", "--"}) {
    if (step.starts_with(sign))
      step.remove_prefix(sign.size());
    else if (step.ends_with(sign))
      step.remove_suffix(sign.size());
    else
      continue;
    const bool one_condition = condition.find("&&") == std::string::npos && condition.find("||") == std::string::npos;
    return one_condition && !step.empty() && std::ranges::all_of(step, in_name) &&
           SourceTree::share_a_name(std::string(step), condition);
  }
  return false;
}

// Whether it sleeps or lets others run.
bool sleeps(std::string_view text) {
  return text.find("usleep") != std::string_view::npos || text.find("sched_yield") != std::string_view::npos;
}

}  // namespace

bool names_one_of(std::initializer_list<const char*> words, const std::string& text) {
  return std::ranges::any_of(words, [&](const char* word) { return SourceTree::share_a_name(word, text); });
}

bool sleeps_in_loop(const SourceTree& tree, int inside) {
  for (int index = 0; tree.has(index); ++index) {
    const SourceTree::Node& node = tree.node(index);
    if (node.begin < tree.node(inside).begin || node.end > tree.node(inside).end) continue;
    const std::size_t head = node.children.empty() ? node.end : tree.node(node.children.front()).begin;
    if (!sleeps(tree.text().substr(node.begin, head - node.begin))) continue;
    for (int at = index; at > inside; at = tree.node(at).parent) {
      if (tree.node(at).kind == Kind::kOther) return true;
      const std::string text = tree.node(at).kind == Kind::kLoop ? tree.text_of(at) : "";
      if (names_one_of({"break", "return", "goto", "throw"}, text)) return true;
    }
  }
  return SourceTree::share_a_name("goto", tree.text_of(inside)) && sleeps(tree.text_of(inside));
}

bool may_spin(const std::string& function, bool fortran, bool ends_early) {
  for (const char* sign : {"atomic", "Atomic", "ATOMIC", "__sync"})
    if (function.find(sign) != std::string::npos) return true;
  if ((ends_early ? !volatiles_in(function).empty() : passes_volatile(function)) || (fortran && sleeps(function)))
    return true;
  // Neither are waits by other means than MPI.
  for (const char* call : {"sem_wait", "sem_timedwait", "sem_trywait", "semop",      "semtimedop", "flock",  "lockf",
                           "fcntl",    "waitpid",       "wait",        "msgrcv",     "poll",       "select", "recv",
                           "accept",   "pause",         "sigwait",     "sigsuspend", "kill",       "raise"})
    if (calls(function, call)) return true;
  // (Of Fortran it is a statement that reads a file or a variable.)
  if (!fortran && calls(function, "read")) return true;
  if (fortran) return has_open_loop(function);
  for (const char* word : {"while", "do"}) {
    for (std::size_t at = function.find(word); at != std::string::npos; at = function.find(word, at + 1)) {
      const std::size_t end = at + std::string_view(word).size();
      const bool whole = at > 0 && std::isspace(static_cast<unsigned char>(function[at - 1])) != 0 &&
                         end < function.size() &&
                         (function[end] == '(' || function[end] == ' ' || function[end] == '{');
      if (whole && !searches(std::string_view(function).substr(end))) return true;
    }
  }
  return has_waiting_for(function);
}

bool has_closure(const std::string& function) {
  for (std::size_t at = function.find(']'); at != std::string::npos; at = function.find(']', at + 1)) {
    const std::size_t next = function.find_first_not_of(" \t\n", at + 1);
    if (next == std::string::npos) return false;
    if (function[next] == '{') return true;
    if (function[next] != '(') continue;
    int depth = 0;
    std::size_t end = next;
    for (; end < function.size(); ++end) {
      depth += function[end] == '(' ? 1 : function[end] == ')' ? -1 : 0;
      if (depth == 0) break;
    }
    const std::size_t body = end < function.size() ? function.find_first_of("{;,)", end + 1) : std::string::npos;
    if (body != std::string::npos && function[body] == '{') return true;
  }
  return false;
}

}  // namespace fencepost
