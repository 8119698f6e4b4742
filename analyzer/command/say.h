// What the command itself prints for people. It contains names of files, arguments and texts of the program: anything
// that would move the cursor, change colours or hide something at a terminal is replaced.
#pragma once

#include <cstdio>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace fencepost::command {

void say_text(FILE* stream, std::string_view text);

// On standard error. Like fmt::print.
template <class... Values>
void say(fmt::format_string<Values...> format, Values&&... values) {
  say_text(stderr, fmt::format(format, std::forward<Values>(values)...));
}

}  // namespace fencepost::command
