#include "advice/fortran_call.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "advice/source_line.h"
#include "advice/source_tree.h"
#include "record/call_arguments.h"

namespace fencepost {

bool is_fortran_call(std::string_view text) {
  return text.starts_with("call ") || text.starts_with("CALL ") || text.starts_with("Call ");
}

namespace {

// The error variable of a Fortran call: its last argument, if it looks like one.
std::optional<std::string> error_argument(std::string_view call) {
  const std::size_t close = call.rfind(')');
  if (close == std::string_view::npos) return std::nullopt;
  const std::size_t before = call.substr(0, close).find_last_of(",(");
  if (before == std::string_view::npos) return std::nullopt;
  const std::string name(trimmed(call.substr(before + 1, close - before - 1)));
  const bool plain = !name.empty() && std::ranges::all_of(name, [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == '%';
  });
  std::string lower = name;
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return std::tolower(c); });
  return plain && lower.find("err") != std::string::npos ? std::optional(name) : std::nullopt;
}

// The existing call has no error argument, so a new call may omit it, too.
bool is_without_error(std::string_view call) {
  const std::size_t name = call.find_first_not_of(' ', 4), open = call.find('(');
  if (!is_fortran_call(call) || open == std::string_view::npos || name > open) return false;
  std::string lower(trimmed(call.substr(name, open - name)));
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return std::tolower(c); });
  if (lower.size() < 5 || !lower.starts_with("mpi_")) return false;
  const std::string function = "MPI_" + std::string(1, static_cast<char>(std::toupper(lower[4]))) + lower.substr(5);
  return arguments_of_call(function) == arguments_in(lower + std::string(call.substr(open)), lower).size();
}

// With mpi_f08 the error argument is optional. (With another MPI module, too, a call may have that one's interface.)
bool leaves_error_out(const std::vector<std::string>& file) {
  bool found = false;
  for (const std::string& text : file) {
    std::string code(code_of(text, true));
    std::ranges::transform(code, code.begin(), [](unsigned char c) { return std::tolower(c); });
    if (code == "use mpi" || code.starts_with("use mpi,") || code.starts_with("include 'mpif.h'")) return false;
    found = found || code == "use mpi_f08" || code.starts_with("use mpi_f08,");
  }
  return found;
}

}  // namespace

std::optional<std::string> fortran_call(const FixCall& call, std::string_view of,
                                        const std::vector<std::string>& file) {
  std::vector<std::string> arguments = call.arguments;
  if (const auto error = error_argument(of))
    arguments.push_back(*error);
  else if (!leaves_error_out(file) && !is_without_error(of))
    return std::nullopt;
  return fmt::format("{}({})", call.function, fmt::join(arguments, ", "));
}

std::string error_variable(std::string_view of, const std::vector<std::string>& file) {
  if (leaves_error_out(file) || is_without_error(of)) return "";
  if (auto error = error_argument(of)) return *std::move(error);
  for (const std::string& line : file) {
    std::string code(code_of(line, true));
    std::ranges::transform(code, code.begin(), [](unsigned char c) { return std::tolower(c); });
    if (!code.starts_with("call mpi_")) continue;
    if (auto error = error_argument(code_of(line, true))) return *std::move(error);
  }
  return "ierror";
}

bool uses_part_of_mpi(const std::vector<std::string>& file) {
  return std::ranges::any_of(file, [](const std::string& text) {
    std::string code(code_of(text, true));
    std::ranges::transform(code, code.begin(), [](unsigned char c) { return std::tolower(c); });
    return code.starts_with("use mpi") && code.find("only") != std::string::npos;
  });
}

}  // namespace fencepost
