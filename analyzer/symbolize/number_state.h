// What registers, flags and the stack frame of a function say about the number of its thread.
#pragma once

#include <cstdint>
#include <limits>
#include <map>

namespace fencepost::symbolize {

struct NumberValue {
  enum Kind : std::uint8_t {
    kOther,
    kFrame,      // the address at a distance from where the frame began
    kSomeFrame,  // perhaps one in the frame, not below that distance
    kNumber,     // the number itself; these and the following ones tell something of it
    kFirst,      // not 0 for the first thread alone; flags: equal for it alone
    kNotFirst,   // 0 for the first thread alone; flags: equal for all others
    kLess,       // flags: less for the first thread alone
    kTells
  };
  Kind kind = kOther;
  std::int64_t at = 0;  // kFrame, kSomeFrame

  static NumberValue anywhere_in_frame() { return {kSomeFrame, std::numeric_limits<std::int64_t>::min() / 2}; }
  bool tells() const { return kind >= kNumber; }
  bool is_frame() const { return kind == kFrame || kind == kSomeFrame; }
  friend bool operator==(const NumberValue&, const NumberValue&) = default;
};
NumberValue joined(const NumberValue& one, const NumberValue& other);

struct FrameSlot {
  std::int64_t begin = 0, end = 0;
  bool overlaps(const FrameSlot& other) const { return begin < other.end && other.begin < end; }
  friend auto operator<=>(const FrameSlot&, const FrameSlot&) = default;
};

class NumberState {
 public:
  struct Kept {
    NumberValue value;
    bool by_stack_pointer = false;  // it may be an argument of the next call
    friend bool operator==(const Kept&, const Kept&) = default;
  };

  NumberValue in(unsigned room) const;
  void set(unsigned room, const NumberValue& value);
  NumberValue load(const FrameSlot& slot) const;
  NumberValue load_somewhere() const;
  void store(const FrameSlot& slot, const Kept& kept);
  // A call has used its arguments: what is still there is none of another one.
  void arguments_are_used();
  // Returns whether this state has changed.
  bool join(const NumberState& other);
  const std::map<FrameSlot, Kept>& slots() const { return slots_; }

 private:
  std::map<unsigned, NumberValue> registers_;  // without kOther
  std::map<FrameSlot, Kept> slots_;            // the same
};

}  // namespace fencepost::symbolize
