// What gfortran's statements for input and output store in variables of the program besides the items that they
// transfer: iostat=, iomsg=, the answers of inquire, newunit=, id=; and the variables of namelists. Linked with --wrap
// as in fortran_calls.cpp.
#include <cstddef>
#include <cstdint>

#include "fortran_statement.h"
#include "hooks.h"

using namespace fencepost::hooks;

#define LIBRARY extern "C" __attribute__((weak))

namespace {

struct InquiredNumbers {
  std::int32_t *exist, *opened, *number, *named;
  std::int64_t *next_record, *record_length, *position_in_stream;
};
struct InquiredTexts {
  TextThenLength file;
  LengthThenText access;
  TextThenLength form;
  LengthThenText blank;
  TextThenLength position;
  LengthThenText action;
  TextThenLength delimiter;
  LengthThenText pad;
  TextThenLength name;
  LengthThenText sequential;
  TextThenLength direct;
  LengthThenText formatted;
  TextThenLength unformatted;
  LengthThenText read;
  TextThenLength write;
  LengthThenText readwrite;
  TextThenLength convert;
};
struct InquiredMore {
  TextThenLength asynchronous;
  LengthThenText decimal;
  TextThenLength encoding;
  LengthThenText round;
  TextThenLength sign;
  std::int32_t* pending;
  std::int64_t* size;
  std::int32_t* id;
  TextThenLength stream;
};
struct Inquiry {
  Statement statement;
  InquiredNumbers numbers;
  InquiredTexts texts;
  std::int32_t more_flags;
  InquiredMore more;
};
static_assert(offsetof(Inquiry, texts.name) == 232 && offsetof(Inquiry, more_flags) == 376 &&
              offsetof(Inquiry, more.stream) == 488);

// Reports what the statement has been asked for, as its flags say.
class Answers {
 public:
  Answers(std::int32_t flags, Caller caller) : flags_(flags), caller_(caller) {}
  template <class Number>
  void number(int bit, Number* to) {
    if (has(bit)) range(to, sizeof *to, kStore, caller_);
  }
  template <class Text>
  void text(int bit, const Text& to) {
    if (has(bit)) range(to.text, to.length, kStore, caller_);
  }

 private:
  bool has(int bit) const { return (static_cast<std::uint32_t>(flags_) >> bit & 1) != 0; }
  std::int32_t flags_;
  Caller caller_;
};

constexpr int kStatus = 5, kMessage = 6;
constexpr std::int32_t kFailed = 3;  // an error, the end of the file or of the record: only then there is a message

// After the call that ends the statement.
void ended(const Statement& statement, Caller caller) {
  Answers answers(statement.flags, caller);
  answers.number(kStatus, statement.status);
  if ((statement.flags & kFailed) != 0) answers.text(kMessage, statement.message);
}

void inquired(const Inquiry& asked, Caller caller) {
  constexpr int kMore = 31;
  Answers first(asked.statement.flags, caller);
  first.number(7, asked.numbers.exist);
  first.number(8, asked.numbers.opened);
  first.number(9, asked.numbers.number);
  first.number(10, asked.numbers.named);
  first.number(11, asked.numbers.next_record);
  first.number(12, asked.numbers.record_length);
  first.number(13, asked.numbers.position_in_stream);
  first.text(15, asked.texts.access);
  first.text(16, asked.texts.form);
  first.text(17, asked.texts.blank);
  first.text(18, asked.texts.position);
  first.text(19, asked.texts.action);
  first.text(20, asked.texts.delimiter);
  first.text(21, asked.texts.pad);
  first.text(22, asked.texts.name);
  first.text(23, asked.texts.sequential);
  first.text(24, asked.texts.direct);
  first.text(25, asked.texts.formatted);
  first.text(26, asked.texts.unformatted);
  first.text(27, asked.texts.read);
  first.text(28, asked.texts.write);
  first.text(29, asked.texts.readwrite);
  first.text(30, asked.texts.convert);
  if ((static_cast<std::uint32_t>(asked.statement.flags) >> kMore & 1) == 0) return;
  Answers more(asked.more_flags, caller);
  more.text(0, asked.more.asynchronous);
  more.text(1, asked.more.decimal);
  more.text(2, asked.more.encoding);
  more.text(3, asked.more.round);
  more.text(4, asked.more.sign);
  more.number(5, asked.more.pending);
  more.number(6, asked.more.size);
  more.text(8, asked.more.stream);
}

}  // namespace

LIBRARY void __real__gfortran_st_inquire(Inquiry*);
HOOK void __wrap__gfortran_st_inquire(Inquiry* asked) {
  __real__gfortran_st_inquire(asked);
  inquired(*asked, HERE);
  ended(asked->statement, HERE);
}

#define STATEMENT(name)                                        \
  LIBRARY void __real__gfortran_st_##name(Statement*);         \
  HOOK void __wrap__gfortran_st_##name(Statement* statement) { \
    __real__gfortran_st_##name(statement);                     \
    ended(*statement, HERE);                                   \
  }
STATEMENT(close)
STATEMENT(backspace)
STATEMENT(endfile)
STATEMENT(rewind)
STATEMENT(flush)
STATEMENT(wait)
STATEMENT(wait_async)
STATEMENT(write_done)

// open(newunit=…): a negative number, which the library chooses.
namespace {
struct Opening {
  Statement statement;
  char others[248];
  std::int32_t* new_unit;
};
static_assert(offsetof(Opening, new_unit) == 296);
constexpr int kNewUnit = 23;
}  // namespace
LIBRARY void __real__gfortran_st_open(Opening*);
HOOK void __wrap__gfortran_st_open(Opening* opening) {
  __real__gfortran_st_open(opening);
  Answers(opening->statement.flags, HERE).number(kNewUnit, opening->new_unit);
  ended(opening->statement, HERE);
}

LIBRARY void __real__gfortran_st_read_done(Transfer*);
HOOK void __wrap__gfortran_st_read_done(Transfer* transfer) {
  constexpr int kSize = 10;
  __real__gfortran_st_read_done(transfer);
  Answers(transfer->statement.flags, HERE).number(kSize, transfer->size);
  ended(transfer->statement, HERE);
}
LIBRARY void __real__gfortran_st_iolength_done(Transfer*);
HOOK void __wrap__gfortran_st_iolength_done(Transfer* transfer) {
  constexpr int kLength = 11;
  __real__gfortran_st_iolength_done(transfer);
  Answers(transfer->statement.flags, HERE).number(kLength, transfer->length);
}

// A namelist: one call for each variable, and for an array one more for each of its dimensions, the last of which tells
// how long it is. (With gaps only the front part of it is looked at.)
namespace {

struct ElementType {
  std::size_t size;
  int version;
  signed char rank, type;
  short attribute;
};

struct Listed {
  char* at = nullptr;
  std::size_t bytes = 0;
  int rank = 0;
};
constinit thread_local Listed listed;

Kind kind_of(const Transfer* transfer) {
  constexpr std::int32_t kReads = 1 << 8;
  return (transfer->statement.flags & kReads) != 0 ? kStore : kLoad;
}

}  // namespace

LIBRARY void __real__gfortran_st_set_nml_var(Transfer*, void*, char*, std::int32_t, std::size_t, ElementType);
HOOK void __wrap__gfortran_st_set_nml_var(Transfer* transfer, void* variable, char* name, std::int32_t kind,
                                          std::size_t length, ElementType type) {
  listed = {static_cast<char*>(variable), type.size != 0 ? type.size : length, type.rank};
  if (type.rank == 0 && variable != nullptr) range(variable, listed.bytes, kind_of(transfer), HERE);
  __real__gfortran_st_set_nml_var(transfer, variable, name, kind, length, type);
}
LIBRARY void __real__gfortran_st_set_nml_var_dim(Transfer*, std::int32_t, std::ptrdiff_t, std::ptrdiff_t,
                                                 std::ptrdiff_t);
HOOK void __wrap__gfortran_st_set_nml_var_dim(Transfer* transfer, std::int32_t dimension, std::ptrdiff_t stride,
                                              std::ptrdiff_t lower, std::ptrdiff_t upper) {
  const std::size_t extent = upper < lower ? 0 : static_cast<std::size_t>(upper - lower + 1);
  listed.bytes *= extent;
  if (dimension + 1 == listed.rank && listed.at != nullptr && listed.bytes != 0)
    range(listed.at, listed.bytes, kind_of(transfer), HERE);
  __real__gfortran_st_set_nml_var_dim(transfer, dimension, stride, lower, upper);
}
