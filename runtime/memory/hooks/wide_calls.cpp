// Functions of the C library on wide characters: copied, compared, searched, made of other ones. As in
// library_calls.cpp.
#include <cwchar>

#include "texts.h"

using namespace fencepost::hooks;

// With --wrap, the linker's names of the C library's own functions.
extern "C" {
wchar_t* __real_wmemcpy(wchar_t* to, const wchar_t* from, std::size_t count);
wchar_t* __real_wmemmove(wchar_t* to, const wchar_t* from, std::size_t count);
wchar_t* __real_wmemset(wchar_t* to, wchar_t letter, std::size_t count);
int __real_wmemcmp(const wchar_t* one, const wchar_t* other, std::size_t count);
wchar_t* __real_wmemchr(const wchar_t* text, wchar_t letter, std::size_t count);
std::size_t __real_wcslen(const wchar_t* text);
wchar_t* __real_wcscpy(wchar_t* to, const wchar_t* from);
wchar_t* __real_wcsncpy(wchar_t* to, const wchar_t* from, std::size_t count);
wchar_t* __real_wcscat(wchar_t* to, const wchar_t* from);
int __real_wcscmp(const wchar_t* one, const wchar_t* other);
int __real_wcsncmp(const wchar_t* one, const wchar_t* other, std::size_t count);
wchar_t* __real_wcschr(const wchar_t* text, wchar_t letter);
std::size_t __real_mbstowcs(wchar_t* to, const char* from, std::size_t count);
std::size_t __real_wcstombs(char* to, const wchar_t* from, std::size_t size);
}

#define READ(address, count) range_of_any(address, (count) * sizeof *(address), kLoad, RETURN_ADDRESS, CALLERS_FRAME)
#define STORED(address, count) range_of_any(address, (count) * sizeof *(address), kStore, RETURN_ADDRESS, CALLERS_FRAME)

HOOK wchar_t* __wrap_wmemcpy(wchar_t* to, const wchar_t* from, std::size_t count) {
  READ(from, count);
  STORED(to, count);
  return __real_wmemcpy(to, from, count);
}
HOOK wchar_t* __wrap_wmemmove(wchar_t* to, const wchar_t* from, std::size_t count) {
  READ(from, count);
  STORED(to, count);
  return __real_wmemmove(to, from, count);
}
HOOK wchar_t* __wrap_wmemset(wchar_t* to, wchar_t letter, std::size_t count) {
  STORED(to, count);
  return __real_wmemset(to, letter, count);
}
HOOK int __wrap_wmemcmp(const wchar_t* one, const wchar_t* other, std::size_t count) {
  READ(one, count);
  READ(other, count);
  return __real_wmemcmp(one, other, count);
}
HOOK wchar_t* __wrap_wmemchr(const wchar_t* text, wchar_t letter, std::size_t count) {
  wchar_t* const found = __real_wmemchr(text, letter, count);
  READ(text, found != nullptr ? static_cast<std::size_t>(found - text) + 1 : count);
  return found;
}
HOOK std::size_t __wrap_wcslen(const wchar_t* text) {
  const std::size_t length = __real_wcslen(text);
  READ(text, length + 1);
  return length;
}
HOOK wchar_t* __wrap_wcscpy(wchar_t* to, const wchar_t* from) {
  const std::size_t count = __real_wcslen(from) + 1;
  READ(from, count);
  STORED(to, count);
  return __real_wcscpy(to, from);
}
HOOK wchar_t* __wrap_wcsncpy(wchar_t* to, const wchar_t* from, std::size_t count) {
  const wchar_t* const end = count == 0 ? nullptr : __real_wmemchr(from, 0, count);
  READ(from, end != nullptr ? static_cast<std::size_t>(end - from) + 1 : count);
  STORED(to, count);
  return __real_wcsncpy(to, from, count);
}
HOOK wchar_t* __wrap_wcscat(wchar_t* to, const wchar_t* from) {
  const std::size_t before = __real_wcslen(to), count = __real_wcslen(from) + 1;
  READ(from, count);
  READ(to, before + 1);
  STORED(to + before, count);
  return __real_wcscat(to, from);
}
#define COMPARING(name, parameters, arguments, most)                                                  \
  HOOK int __wrap_##name parameters {                                                                 \
    if (nobody_listens()) return __real_##name arguments;                                             \
    const std::size_t used = compared(one, other, most, [](wchar_t a, wchar_t b) { return a == b; }); \
    READ(one, used);                                                                                  \
    READ(other, used);                                                                                \
    return __real_##name arguments;                                                                   \
  }
COMPARING(wcscmp, (const wchar_t* one, const wchar_t* other), (one, other), ~std::size_t{0})
COMPARING(wcsncmp, (const wchar_t* one, const wchar_t* other, std::size_t count), (one, other, count), count)
HOOK wchar_t* __wrap_wcschr(const wchar_t* text, wchar_t letter) {
  wchar_t* const found = __real_wcschr(text, letter);
  READ(text, (found != nullptr ? static_cast<std::size_t>(found - text) : __real_wcslen(text)) + 1);
  return found;
}
HOOK std::size_t __wrap_mbstowcs(wchar_t* to, const char* from, std::size_t count) {
  const std::size_t made = __real_mbstowcs(to, from, count);
  if (to != nullptr && made != ~std::size_t{0}) STORED(to, made < count ? made + 1 : count);
  return made;
}
HOOK std::size_t __wrap_wcstombs(char* to, const wchar_t* from, std::size_t size) {
  const std::size_t made = __real_wcstombs(to, from, size);
  if (made == ~std::size_t{0}) return made;
  if (to != nullptr) STORED(to, made < size ? made + 1 : size);
  if (to == nullptr || made < size) READ(from, __real_wcslen(from) + 1);
  return made;
}
