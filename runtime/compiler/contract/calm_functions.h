// Functions of the C and C++ libraries that call nothing of the program, except for its allocator and what an exception
// needs. After them no more memory is tracked than before.
#pragma once

#include <array>
#include <string_view>

namespace fencepost::contract {

inline constexpr std::array<std::string_view, 10> kCalmFunctions = {"malloc",          "calloc",
                                                                    "realloc",         "free",
                                                                    "aligned_alloc",   "posix_memalign",
                                                                    "__cxa_rethrow",   "__cxa_begin_catch",
                                                                    "__cxa_end_catch", "__clang_call_terminate"};
// new and delete, the sizes of hash tables, lists, strings
inline constexpr std::array<std::string_view, 8> kBeginningsOfCalm = {"_Znw",
                                                                      "_Zna",
                                                                      "_Zdl",
                                                                      "_Zda",
                                                                      "_ZNKSt8__detail20_Prime_rehash_policy",
                                                                      "_ZNSt8__detail15_List_node_base",
                                                                      "_ZNSt7__cxx1112basic_stringIc",
                                                                      "_ZNKSt7__cxx1112basic_stringIc"};

inline constexpr bool is_calm_function(std::string_view name) {
  for (const std::string_view known : kCalmFunctions) {
    if (known == name) return true;
  }
  for (const std::string_view beginning : kBeginningsOfCalm) {
    if (name.starts_with(beginning)) return true;
  }
  return name.starts_with("_ZSt") &&
         (name.find("_Rb_tree_") != std::string_view::npos || name.find("__throw_") != std::string_view::npos);
}

}  // namespace fencepost::contract
