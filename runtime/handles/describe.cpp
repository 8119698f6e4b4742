// Datatypes in words.
#include <string>
#include <string_view>

#include "handles/flatten.h"
#include "handles/type_contents.h"

namespace fencepost::handles {

std::string name_of_type(MPI_Datatype datatype) {
  char name[MPI_MAX_OBJECT_NAME] = "";
  int length = 0;
  if (PMPI_Type_get_name(datatype, name, &length) != MPI_SUCCESS) return {};
  if (std::string_view(name).starts_with("Dup ")) {
    int integers = 0, addresses = 0, datatypes = 0, combiner = MPI_COMBINER_NAMED;
    PMPI_Type_get_envelope(datatype, &integers, &addresses, &datatypes, &combiner);
    if (combiner == MPI_COMBINER_DUP || combiner == MPI_COMBINER_RESIZED) return {};  // Open MPI's own
  }
  return name;
}

namespace {

std::string number(std::int64_t n) {
  return std::to_string(n);
}
std::string plural(std::int64_t n, const char* word) {
  return number(n) + " " + word + (n == 1 ? "" : "s");
}

// "3, 4, 5, …" of at most eight numbers.
template <class List>
std::string listed(const List& list, std::size_t first, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    if (i == 8) return text + ", …";
    if (i) text += ", ";
    text += number(list[first + i]);
  }
  return text;
}

template <class List>
std::string product(const List& list, std::size_t first, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += (i ? "×" : "") + number(list[first + i]);
  return text;
}

// All block lengths, if they are the same.
bool same_lengths(const TypeContents& type) {
  for (std::size_t i = 2; i < type.counts.size(); ++i) {
    if (type.counts[i] != type.counts[1]) return false;
  }
  return true;
}

std::string inner(MPI_Datatype child) {
  std::string text = describe(child);
  return text.find(' ') == std::string::npos ? text : "(" + text + ")";
}

std::string indexed(const TypeContents& type, const char* unit) {
  const auto blocks = static_cast<std::size_t>(type.counts[0]);
  std::string text = "indexed: " + plural(type.counts[0], "block");
  if (blocks == 0) return text;
  text += same_lengths(type) ? " of " + number(type.counts[1]) : " of " + listed(type.counts, 1, blocks);
  text += " " + inner(type.children[0]) + " at ";
  return text + unit + " " + listed(type.displacements, 0, blocks);
}

std::string structure(const TypeContents& type) {
  std::string text = "struct of ";
  for (std::size_t i = 0; i < type.children.size(); ++i) {
    if (i == 8) return text + ", …";
    if (i) text += ", ";
    text += number(type.counts[1 + i]) + " " + inner(type.children[i]) + " at byte " + number(type.displacements[i]);
  }
  return text;
}

std::string darray(const TypeContents& type) {
  const auto dimensions = static_cast<std::size_t>(type.counts[2]);
  return "process " + number(type.counts[1]) + "'s part of a " + product(type.counts, 3, dimensions) + " array of " +
         inner(type.children[0]) + " distributed over a " + product(type.counts, 3 + 3 * dimensions, dimensions) +
         " grid";
}

}  // namespace

std::string describe(MPI_Datatype datatype) {
  const TypeContents type(datatype);
  if (!type.valid) return {};
  switch (type.combiner) {
    case Combiner::kNamed:
      return name_of_type(datatype);
    case Combiner::kF90: {
      const auto runs = flatten(datatype);
      return runs && !runs->empty() ? std::string(name_of((*runs)[0].basic)) : std::string{};
    }
    case Combiner::kDup:
      return describe(type.children[0]);
    case Combiner::kContiguous:
      return number(type.counts[0]) + " contiguous " + inner(type.children[0]);
    case Combiner::kVector:
      return "vector: " + plural(type.counts[0], "block") + " of " + number(type.counts[1]) + " " +
             inner(type.children[0]) + ", stride " + plural(type.counts[2], "element");
    case Combiner::kHvector:
      return "vector: " + plural(type.counts[0], "block") + " of " + number(type.counts[1]) + " " +
             inner(type.children[0]) + ", stride " + plural(type.displacements[0], "byte");
    case Combiner::kIndexed:
      return indexed(type, "element");
    case Combiner::kHindexed:
      return indexed(type, "byte");
    case Combiner::kIndexedBlock:
    case Combiner::kHindexedBlock: {
      const std::string unit = type.combiner == Combiner::kIndexedBlock ? "element" : "byte";
      return "indexed: " + plural(type.counts[0], "block") + " of " + number(type.counts[1]) + " " +
             inner(type.children[0]) + " at " + unit + " " + listed(type.displacements, 0, type.displacements.size());
    }
    case Combiner::kStruct:
      return structure(type);
    case Combiner::kSubarray: {
      const auto dimensions = static_cast<std::size_t>(type.counts[0]);
      return "subarray " + product(type.counts, 1 + dimensions, dimensions) + " at (" +
             listed(type.counts, 1 + 2 * dimensions, dimensions) + ") of a " + product(type.counts, 1, dimensions) +
             " array of " + inner(type.children[0]) + (type.fortran_order ? " in Fortran order" : "");
    }
    case Combiner::kDarray:
      return darray(type);
    case Combiner::kResized:
      return inner(type.children[0]) + " resized to extent " + plural(type.displacements[1], "byte") +
             (type.displacements[0] ? ", lower bound " + number(type.displacements[0]) : "");
    case Combiner::kUnknown:
      return "a datatype constructor unknown to this version";
  }
  return {};
}

}  // namespace fencepost::handles
