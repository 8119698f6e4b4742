// The lines that the doctor prints: what is good, what is missing, what is bad, and what to do about it.
#pragma once

#include <string_view>

namespace fencepost::command {

class Prognosis {
 public:
  Prognosis();
  void good(std::string_view what, std::string_view detail) const;
  // Fencepost works without it, but less well.
  void lacking(std::string_view what, std::string_view detail, std::string_view fix) const;
  void bad(std::string_view what, std::string_view detail, std::string_view fix) const;

 private:
  void line(std::string_view mark, std::string_view colour, std::string_view what, std::string_view detail) const;

  bool colours_;
};

}  // namespace fencepost::command
