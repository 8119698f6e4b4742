// The text of an argument of a call in the user's source.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fencepost::symbolize {

// Argument number `index` (from 0) of the call of `function` that begins on line `line` (from 1), without comments and
// with single spaces. Nothing: the line has no such call or several, or the text cannot be understood.
std::optional<std::string> argument_text(const std::vector<std::string>& lines, int line, std::string_view function,
                                         int index, bool fortran);

// Whether the statement that begins on line `line` contains a name, other than as a member's name.
bool has_name(const std::vector<std::string>& lines, int line, std::string_view name, bool fortran);

// The parts of an argument that points to memory, if it has one of these forms: grid, &grid, grid[0] after &,
// mesh->grid, mesh.grid, (void*)grid, static_cast<void*>(&grid), grid.data(), &grid[i][0], grid + n * i; in Fortran a
// name. Computed parts have no calls and no side effects.
struct PointerText {
  bool address = false;                 // &…: the thing itself is there; otherwise it points there
  bool data = false;                    // ….data() of a container
  std::vector<std::string> names;       // of the variable and of members
  std::vector<bool> through_pointer;    // for each name but the first: "->" and not "."
  std::vector<std::string> subscripts;  // "[i]", after the last name
  std::string offset;                   // "n * i", added to it
  std::string text() const;             // "mesh->grid", "grid[i][0]"
};
std::optional<PointerText> pointer_text(std::string_view argument, bool fortran);

}  // namespace fencepost::symbolize
