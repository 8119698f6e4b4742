#include "symbolize/variables.h"

#include <algorithm>
#include <dwarf.h>
#include <optional>

#include <fmt/format.h>

#include "symbolize/units.h"

namespace fencepost::symbolize {
namespace {

constexpr int kDeepest = 16;  // nesting of scopes and types that is believed; damaged information may have cycles

// The fixed address of a variable; none if it lives on the stack, in registers or in a thread's storage.
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

// The type of a variable, member or array, without typedefs and qualifiers.
bool type_of(Dwarf_Die& die, Dwarf_Die& type) {
  Dwarf_Attribute attribute;
  Dwarf_Die direct;
  if (dwarf_attr_integrate(&die, DW_AT_type, &attribute) == nullptr ||
      dwarf_formref_die(&attribute, &direct) == nullptr)
    return false;
  return dwarf_peel_type(&direct, &type) == 0;
}

std::uint64_t size_of(Dwarf_Die& type) {
  Dwarf_Word size = 0;
  return dwarf_aggregate_size(&type, &size) == 0 ? size : 0;
}

std::optional<std::int64_t> constant(Dwarf_Die& die, unsigned name) {
  Dwarf_Attribute attribute;
  Dwarf_Sword value = 0;
  if (dwarf_attr(&die, name, &attribute) == nullptr || dwarf_formsdata(&attribute, &value) != 0) return std::nullopt;
  return value;
}

struct Dimension {
  std::int64_t lower;
  std::uint64_t count;
};

std::vector<Dimension> dimensions_of(Dwarf_Die& array, bool fortran) {
  std::vector<Dimension> dimensions;
  Dwarf_Die child;
  if (dwarf_child(&array, &child) != 0) return dimensions;
  do {
    if (dwarf_tag(&child) != DW_TAG_subrange_type) continue;
    const std::int64_t lower = constant(child, DW_AT_lower_bound).value_or(fortran ? 1 : 0);
    const auto upper = constant(child, DW_AT_upper_bound);
    const std::int64_t count = constant(child, DW_AT_count).value_or(upper ? *upper - lower + 1 : 0);
    if (count <= 0) return {};
    dimensions.push_back({lower, static_cast<std::uint64_t>(count)});
  } while (dwarf_siblingof(&child, &child) == 0);
  return dimensions;
}

// Subscripts of element number `element`, in the order of the source; C counts the last one fastest, Fortran the first.
std::vector<std::int64_t> subscripts_of(const std::vector<Dimension>& dimensions, std::uint64_t element, bool fortran) {
  std::vector<std::int64_t> subscripts(dimensions.size());
  for (std::size_t i = 0; i < dimensions.size(); ++i) {
    const std::size_t at = fortran ? i : dimensions.size() - 1 - i;
    subscripts[at] = dimensions[at].lower + static_cast<std::int64_t>(element % dimensions[at].count);
    element /= dimensions[at].count;
  }
  return subscripts;
}

// "[1][0..511]", "(1:512,2)": from one element to another. Where more than the fastest subscript differs, the ones
// before it are ranges as well if whole rows are meant, else the two ends are named.
std::string subscript_text(const std::vector<Dimension>& dimensions, std::uint64_t first, std::uint64_t last,
                           bool fortran) {
  const std::vector<std::int64_t> from = subscripts_of(dimensions, first, fortran);
  const std::vector<std::int64_t> to = subscripts_of(dimensions, last, fortran);
  const std::size_t n = dimensions.size();
  const auto slow_to_fast = [&](std::size_t i) { return fortran ? n - 1 - i : i; };
  std::size_t differing = 0;
  while (differing < n && from[slow_to_fast(differing)] == to[slow_to_fast(differing)]) ++differing;
  bool whole = true;  // rows below the first subscript that differs
  for (std::size_t i = differing + 1; i < n; ++i) {
    const std::size_t at = slow_to_fast(i);
    whole = whole && from[at] == dimensions[at].lower &&
            to[at] == dimensions[at].lower + static_cast<std::int64_t>(dimensions[at].count) - 1;
  }
  const auto list = [&](const std::vector<std::int64_t>& low, const std::vector<std::int64_t>& high) {
    std::string text = fortran ? "(" : "";
    for (std::size_t i = 0; i < n; ++i) {
      const std::string one =
          low[i] == high[i] ? fmt::format("{}", low[i]) : fmt::format("{}{}{}", low[i], fortran ? ":" : "..", high[i]);
      text += fortran ? (i == 0 ? "" : ",") + one : "[" + one + "]";
    }
    return text + (fortran ? ")" : "");
  };
  if (whole) return list(from, to);
  return list(from, from) + " to " + list(to, to);
}

// What follows the variable's name for the bytes [begin, end) of something of this type.
std::string part_of(Dwarf_Die type, std::uint64_t begin, std::uint64_t end, bool fortran, int depth) {
  if (depth > kDeepest || end <= begin) return "";
  const int tag = dwarf_tag(&type);
  if (tag == DW_TAG_array_type) {
    Dwarf_Die element;
    if (!type_of(type, element)) return "";
    const std::uint64_t size = size_of(element);
    const std::vector<Dimension> dimensions = dimensions_of(type, fortran);
    if (size == 0 || dimensions.empty()) return "";
    const std::uint64_t first = begin / size, last = (end - 1) / size;
    std::string text = subscript_text(dimensions, first, last, fortran);
    if (first == last) text += part_of(element, begin - first * size, end - first * size, fortran, depth + 1);
    return text;
  }
  if (tag == DW_TAG_structure_type || tag == DW_TAG_class_type) {
    Dwarf_Die member;
    if (dwarf_child(&type, &member) != 0) return "";
    do {
      if (dwarf_tag(&member) != DW_TAG_member) continue;
      Dwarf_Die of;
      const char* name = dwarf_diename(&member);
      const auto offset = constant(member, DW_AT_data_member_location);
      if (name == nullptr || !offset || *offset < 0 || !type_of(member, of)) continue;
      const auto at = static_cast<std::uint64_t>(*offset);
      if (begin < at || end > at + size_of(of)) continue;
      return (fortran ? "%" : ".") + std::string(name) + part_of(of, begin - at, end - at, fortran, depth + 1);
    } while (dwarf_siblingof(&member, &member) == 0);
  }
  return "";
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
