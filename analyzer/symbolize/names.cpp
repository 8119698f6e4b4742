#include "symbolize/names.h"

#include <cstdlib>
#include <cxxabi.h>
#include <memory>

namespace fencepost::symbolize {
namespace {

// Suffixes that the optimizers of gcc and clang append to the names of changed copies. OpenMP's "._omp_fn.0" is not one
// of them: it is another function.
constexpr std::string_view kSuffixes[] = {".constprop", ".isra",       ".part", ".cold", ".lto_priv",
                                          ".llvm",      ".localalias", "@@",    "@"};

std::string_view without_suffixes(std::string_view symbol) {
  for (std::string_view suffix : kSuffixes) {
    std::size_t found = symbol.find(suffix);
    if (found != std::string_view::npos && found > 0) symbol = symbol.substr(0, found);
  }
  return symbol;
}

// The position of the bracket that `end` closes; npos: there is none.
std::size_t opening_of(std::string_view text, std::size_t end) {
  int depth = 0;
  for (std::size_t i = end + 1; i-- > 0;) {
    if (text[i] == ')') ++depth;
    if (text[i] == '(' && --depth == 0) return i;
  }
  return std::string_view::npos;
}

}  // namespace

std::string without_signature(std::string_view name) {
  std::size_t close = name.rfind(')');
  // After the parameters there can only be qualifiers.
  if (close != std::string_view::npos && name.find("::", close) == std::string_view::npos) {
    std::size_t open = opening_of(name, close);
    bool call_operator = open != std::string_view::npos && name.substr(0, open).ends_with("operator");
    if (open != std::string_view::npos && open > 0 && !call_operator &&
        !name.substr(0, open + 1).ends_with("(anonymous namespace)")) {
      name = name.substr(0, open);
    }
  }
  // The return type comes before the last space outside brackets. An operator's own brackets and spaces do not count.
  std::size_t op = name.rfind("operator");
  std::size_t from = op != std::string_view::npos ? op : name.size();
  int depth = 0;
  for (std::size_t i = from; i-- > 0;) {
    char c = name[i];
    if (c == '>' || c == ')' || c == '}' || c == ']') ++depth;
    if (c == '<' || c == '(' || c == '{' || c == '[') --depth;
    if (c == ' ' && depth == 0) {
      name = name.substr(i + 1);
      break;
    }
  }
  return std::string(name);
}

std::string readable_name(std::string_view symbol) {
  std::string plain(without_suffixes(symbol));
  if (plain.starts_with("_Z")) {
    int status = 0;
    std::unique_ptr<char, decltype(&std::free)> demangled(abi::__cxa_demangle(plain.c_str(), nullptr, nullptr, &status),
                                                          &std::free);
    return status == 0 ? without_signature(demangled.get()) : plain;
  }
  constexpr std::string_view kModule = "_MOD_";
  std::size_t module = plain.find(kModule);
  if (plain.starts_with("__") && module != std::string::npos && module > 2) {
    return plain.substr(2, module - 2) + "::" + plain.substr(module + kModule.size());
  }
  return plain == "MAIN__" || plain == "_QQmain" ? "main program" : plain;  // gfortran's and flang's
}

}  // namespace fencepost::symbolize
