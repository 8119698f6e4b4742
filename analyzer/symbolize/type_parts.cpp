#include "symbolize/type_parts.h"

#include <dwarf.h>
#include <optional>
#include <vector>

#include <fmt/format.h>

namespace fencepost::symbolize {
namespace {

constexpr int kDeepest = 16;  // the deepest nesting that counts; damaged information may have cycles

std::optional<std::int64_t> constant(Dwarf_Die& die, unsigned name) {
  Dwarf_Attribute attribute;
  if (dwarf_attr(&die, name, &attribute) == nullptr) return std::nullopt;
  // The forms of a fixed size do not say whether they have a sign. Compilers write what is not negative in as few bytes
  // as it needs without one, and a negative number in all bytes of its type.
  const unsigned form = dwarf_whatform(&attribute);
  if (form == DW_FORM_data1 || form == DW_FORM_data2) {
    Dwarf_Word value = 0;
    return dwarf_formudata(&attribute, &value) == 0 ? std::optional(static_cast<std::int64_t>(value)) : std::nullopt;
  }
  Dwarf_Sword value = 0;
  return dwarf_formsdata(&attribute, &value) == 0 ? std::optional<std::int64_t>(value) : std::nullopt;
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

// "[1][0..511]", "(1:512,2)": from one element to another. If more than the fastest subscript differs, the subscripts
// before it become ranges, too, if whole rows are meant; otherwise the two ends are named.
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

}  // namespace

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

std::string elements_of(Dwarf_Die element, std::uint64_t begin, std::uint64_t end) {
  // Like an array whose first subscript has no bound; rows of arrays have further subscripts.
  std::vector<Dimension> dimensions{{0, std::uint64_t{1} << 40}};
  Dwarf_Die inner = element;
  while (dwarf_tag(&inner) == DW_TAG_array_type) {
    const std::vector<Dimension> more = dimensions_of(inner, false);
    Dwarf_Die next;
    if (more.empty() || dimensions.size() > kDeepest || !type_of(inner, next)) return "";
    dimensions.insert(dimensions.end(), more.begin(), more.end());
    inner = next;
  }
  const std::uint64_t size = size_of(inner);
  if (size == 0 || end <= begin) return "";
  const std::uint64_t first = begin / size, last = (end - 1) / size;
  std::string text = subscript_text(dimensions, first, last, false);
  if (first == last) text += part_of(inner, begin - first * size, end - first * size, false);
  return text;
}

}  // namespace fencepost::symbolize
