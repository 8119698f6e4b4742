#include "symbolize/argument_names.h"

#include <dwarf.h>
#include <optional>
#include <vector>

#include "symbolize/type_parts.h"

namespace fencepost::symbolize {
namespace {

constexpr int kDeepest = 16;  // the deepest nesting that counts; damaged information may have cycles

std::string name_of(Dwarf_Die& die) {
  Dwarf_Attribute attribute;
  const char* name =
      dwarf_attr_integrate(&die, DW_AT_name, &attribute) != nullptr ? dwarf_formstring(&attribute) : nullptr;
  return name != nullptr ? name : "";
}

// Variables and parameters of this name in a function and its blocks, or in a unit and its namespaces.
void find_variables(Dwarf_Die scope, const std::string& name, int depth, std::vector<Dwarf_Die>& found) {
  Dwarf_Die child;
  if (depth > kDeepest || dwarf_child(&scope, &child) != 0) return;
  do {
    const int tag = dwarf_tag(&child);
    if (tag == DW_TAG_variable || tag == DW_TAG_formal_parameter) {
      if (name_of(child) == name) found.push_back(child);
    } else if (tag == DW_TAG_lexical_block || tag == DW_TAG_namespace) {
      find_variables(child, name, depth + 1, found);
    }
  } while (dwarf_siblingof(&child, &child) == 0);
}

bool is_record(Dwarf_Die& type) {
  const int tag = dwarf_tag(&type);
  return tag == DW_TAG_structure_type || tag == DW_TAG_class_type;
}

// The type of a member, also of a base class.
bool member_type(Dwarf_Die record, const std::string& name, int depth, Dwarf_Die& type) {
  Dwarf_Die child;
  if (depth > kDeepest || dwarf_child(&record, &child) != 0) return false;
  std::vector<Dwarf_Die> bases;
  do {
    if (dwarf_tag(&child) == DW_TAG_member && name_of(child) == name) return type_of(child, type);
    if (dwarf_tag(&child) == DW_TAG_inheritance) bases.push_back(child);
  } while (dwarf_siblingof(&child, &child) == 0);
  for (Dwarf_Die& base : bases) {
    Dwarf_Die of;
    if (type_of(base, of) && member_type(of, name, depth + 1, type)) return true;
  }
  return false;
}

bool pointee(Dwarf_Die& pointer, Dwarf_Die& type) {
  const int tag = dwarf_tag(&pointer);
  return (tag == DW_TAG_pointer_type || tag == DW_TAG_reference_type || tag == DW_TAG_rvalue_reference_type) &&
         type_of(pointer, type);
}

// The type that all of these have; false: there is none, or they differ.
bool common_type(std::vector<Dwarf_Die>& variables, Dwarf_Die& type) {
  std::optional<Dwarf_Die> common;
  for (Dwarf_Die& variable : variables) {
    Dwarf_Die one;
    if (!type_of(variable, one)) return false;
    if (common && common->addr != one.addr) return false;
    common = one;
  }
  if (common) type = *common;
  return common.has_value();
}

// The type of the object that a name means in a function: its variable, a member of its object, a variable outside.
bool find_type(Dwarf_Die unit, Dwarf_Die scope, const std::string& name, bool fortran, Dwarf_Die& type) {
  std::vector<Dwarf_Die> found;
  find_variables(scope, name, 0, found);
  Dwarf_Attribute attribute;
  Dwarf_Die origin;
  const bool has_origin = dwarf_attr(&scope, DW_AT_abstract_origin, &attribute) != nullptr &&
                          dwarf_formref_die(&attribute, &origin) != nullptr;
  if (found.empty() && has_origin) find_variables(origin, name, 0, found);
  if (!found.empty()) return common_type(found, type);
  if (fortran) return false;  // of modules and common blocks: these have fixed addresses

  find_variables(scope, "this", 0, found);
  if (found.empty() && has_origin) find_variables(origin, "this", 0, found);
  if (!found.empty()) {
    Dwarf_Die object;
    Dwarf_Die record;
    if (!common_type(found, object) || !pointee(object, record) || !is_record(record) ||
        dwarf_hasattr(&record, DW_AT_declaration) != 0) {
      return false;
    }
    if (member_type(record, name, 0, type)) return true;
  }
  found.clear();
  find_variables(unit, name, 0, found);
  return common_type(found, type);
}

// The element type of a container with data(): vectors, arrays and spans of the C++ library.
bool element_of_container(Dwarf_Die& container, Dwarf_Die& element) {
  const std::string name = name_of(container);
  if (!is_record(container) ||
      !(name.starts_with("vector<") || name.starts_with("array<") || name.starts_with("span<")))
    return false;
  Dwarf_Die child;
  if (dwarf_child(&container, &child) != 0) return false;
  do {
    if (dwarf_tag(&child) == DW_TAG_template_type_parameter) return type_of(child, element);
  } while (dwarf_siblingof(&child, &child) == 0);
  return false;
}

std::size_t dimensions_of(Dwarf_Die& array) {
  std::size_t dimensions = 0;
  Dwarf_Die child;
  if (dwarf_child(&array, &child) != 0) return 0;
  do {
    if (dwarf_tag(&child) == DW_TAG_subrange_type) ++dimensions;
  } while (dwarf_siblingof(&child, &child) == 0);
  return dimensions;
}

// The type of an element after this many subscripts. False: a row of an array, or something without elements.
bool element_behind(Dwarf_Die& type, std::size_t subscripts) {
  Dwarf_Die next;
  while (subscripts > 0) {
    std::size_t used = 1;
    if (dwarf_tag(&type) == DW_TAG_array_type) {
      used = dimensions_of(type);
      if (used == 0 || used > subscripts || !type_of(type, next)) return false;
    } else if (!pointee(type, next) && !element_of_container(type, next)) {
      return false;
    }
    type = next;
    subscripts -= used;
  }
  return true;
}

// For something in the memory itself: only as far as it extends.
std::string whole_part(Dwarf_Die& type, const std::string& text, bool fortran, std::uint64_t begin, std::uint64_t end) {
  const std::uint64_t size = size_of(type);
  if (size == 0) return dwarf_tag(&type) == DW_TAG_array_type ? text : "";  // its size is known only at run time
  return end <= size ? text + part_of(type, begin, end, fortran) : "";
}

}  // namespace

ArgumentName name_of_argument(Dwarf_Die unit, Dwarf_Die scope, bool fortran, const PointerText& pointer, bool out,
                              std::uint64_t begin, std::uint64_t end) {
  Dwarf_Die type;
  if (!find_type(unit, scope, pointer.names.front(), fortran, type)) return {};
  Dwarf_Die next;
  if (dwarf_tag(&type) == DW_TAG_reference_type && pointee(type, next)) type = next;
  for (std::size_t i = 1; i < pointer.names.size(); ++i) {
    if (pointer.through_pointer[i - 1]) {
      if (!pointee(type, next)) return {};
      type = next;
    }
    if (!is_record(type) || !member_type(type, pointer.names[i], 0, next)) return {};
    type = next;
  }
  std::string text = pointer.text();
  const auto elements = [&](const std::string& name, Dwarf_Die& element) -> ArgumentName {
    const std::string part = elements_of(element, begin, end);
    return part.empty() ? ArgumentName{} : ArgumentName{name + part, true};
  };
  if (fortran) {
    if (dwarf_tag(&type) == DW_TAG_pointer_type && pointee(type, next)) type = next;  // gfortran passes it so
    if (!pointer.subscripts.empty()) {
      // Only at run time is it known how far the array extends: its beginning has a name, the rest has none.
      const bool element = dwarf_tag(&type) == DW_TAG_array_type && begin == 0;
      return element ? ArgumentName{text, true} : ArgumentName{};
    }
    const std::string name = dwarf_tag(&type) == DW_TAG_array_type || size_of(type) != 0
                                 ? whole_part(type, text, true, begin, end)
                                 : std::string();
    return {name, false};
  }
  if (!pointer.subscripts.empty() && !element_behind(type, pointer.subscripts.size())) return {};
  if (!pointer.subscripts.empty() && !out) {
    // (&grid[i])[0] is grid[i].
    ArgumentName name = elements("(&" + text + ")", type);
    const std::string first = "(&" + text + ")[0]";
    if (name.name.starts_with(first)) name.name.replace(0, first.size(), text);
    return name;
  }
  if (!pointer.offset.empty()) {
    if (out || !element_behind(type, 1)) return {};
    return elements("(" + text + " + " + pointer.offset + ")", type);
  }
  if (out) {
    // The argument points to a place that now contains a pointer.
    if (!pointer.address) {
      if (!pointee(type, next)) return {};
      type = next;
      text = "(*" + text + ")";
    }
    return pointee(type, next) ? elements(text, next) : ArgumentName{};
  }
  if (pointer.data) return element_of_container(type, next) ? elements(text, next) : ArgumentName{};
  if (!pointer.address && pointee(type, next)) return elements(text, next);
  if (!pointer.address && element_of_container(type, next)) return elements(text, next);  // &v[0]
  if (pointer.address || dwarf_tag(&type) == DW_TAG_array_type)
    return {whole_part(type, text, false, begin, end), false};
  return {};
}

}  // namespace fencepost::symbolize
