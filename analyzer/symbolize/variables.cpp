#include "symbolize/variables.h"

#include <algorithm>
#include <dwarf.h>
#include <optional>

#include "symbolize/type_parts.h"
#include "symbolize/units.h"

namespace fencepost::symbolize {
namespace {

constexpr int kDeepest = 16;  // the deepest nesting that counts; damaged information may have cycles

// The fixed address of a variable; none if it is on the stack, in registers or in a thread's storage.
std::optional<std::uint64_t> address_of(Dwarf_Die& variable) {
  Dwarf_Attribute location;
  Dwarf_Op* operations = nullptr;
  std::size_t count = 0;
  if (dwarf_attr(&variable, DW_AT_location, &location) == nullptr ||
      dwarf_getlocation(&location, &operations, &count) != 0 || count != 1)
    return std::nullopt;
  if (operations[0].atom == DW_OP_addr) return operations[0].number;
  if (operations[0].atom == DW_OP_addrx || operations[0].atom == DW_OP_GNU_addr_index) {
    Dwarf_Attribute entry;
    Dwarf_Addr address = 0;
    if (dwarf_getlocation_attr(&location, operations, &entry) == 0 && dwarf_formaddr(&entry, &address) == 0)
      return address;
  }
  return std::nullopt;
}

}  // namespace

Variables::Variables(Dwarf* dwarf) {
  each_unit(dwarf, [this](Dwarf_Die&, Dwarf_Die content) { read(content, is_fortran(dwarf_srclang(&content)), 0); });
  std::ranges::sort(variables_, {}, &Variable::begin);
}

void Variables::read(Dwarf_Die parent, bool fortran, int depth) {
  Dwarf_Die child;
  if (depth > kDeepest || dwarf_child(&parent, &child) != 0) return;
  do {
    switch (dwarf_tag(&child)) {
      case DW_TAG_variable: {
        const auto address = address_of(child);
        Dwarf_Die type;
        if (!address || *address == 0 || !type_of(child, type)) break;
        if (const std::uint64_t size = size_of(type); size != 0)
          variables_.push_back({*address, *address + size, child, fortran});
        break;
      }
      case DW_TAG_namespace:
      case DW_TAG_module:
      case DW_TAG_subprogram:
      case DW_TAG_lexical_block:
      case DW_TAG_common_block:
        read(child, fortran, depth + 1);
        break;
      default:
        break;
    }
  } while (dwarf_siblingof(&child, &child) == 0);
}

std::string Variables::name(std::uint64_t begin, std::uint64_t end) {
  auto next = std::ranges::upper_bound(variables_, begin, {}, &Variable::begin);
  if (next == variables_.begin()) return "";
  Variable& variable = *std::prev(next);
  if (begin >= variable.end) return "";
  Dwarf_Attribute attribute;
  const char* name =
      dwarf_attr_integrate(&variable.die, DW_AT_name, &attribute) != nullptr ? dwarf_formstring(&attribute) : nullptr;
  Dwarf_Die type;
  if (name == nullptr || !type_of(variable.die, type)) return "";
  return name +
         part_of(type, begin - variable.begin, std::min(end, variable.end) - variable.begin, variable.fortran, 0);
}

}  // namespace fencepost::symbolize
