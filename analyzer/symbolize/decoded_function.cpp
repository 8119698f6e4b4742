#include "symbolize/decoded_function.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/dominator_tree.hpp>

namespace fencepost::symbolize {
namespace {

constexpr std::size_t kLargestFunction = 1 << 15;  // bytes
constexpr std::size_t kLargestLoop = 500;          // instructions
constexpr std::size_t kFarthestWriter = 2000;
constexpr std::size_t kMostCopies = 32;
constexpr unsigned kLeftAloneByCalls[] = {X86_REG_RBX, X86_REG_RBP, X86_REG_RSP, X86_REG_R12,
                                          X86_REG_R13, X86_REG_R14, X86_REG_R15};

}  // namespace

unsigned whole_register(unsigned part) {
  static const std::map<unsigned, unsigned> kWhole = [] {
    constexpr unsigned kParts[][4] = {
        {X86_REG_RAX, X86_REG_EAX, X86_REG_AX, X86_REG_AL},  {X86_REG_RBX, X86_REG_EBX, X86_REG_BX, X86_REG_BL},
        {X86_REG_RCX, X86_REG_ECX, X86_REG_CX, X86_REG_CL},  {X86_REG_RDX, X86_REG_EDX, X86_REG_DX, X86_REG_DL},
        {X86_REG_RSI, X86_REG_ESI, X86_REG_SI, X86_REG_SIL}, {X86_REG_RDI, X86_REG_EDI, X86_REG_DI, X86_REG_DIL},
        {X86_REG_RBP, X86_REG_EBP, X86_REG_BP, X86_REG_BPL}, {X86_REG_RSP, X86_REG_ESP, X86_REG_SP, X86_REG_SPL}};
    std::map<unsigned, unsigned> wholes;
    for (const auto& parts : kParts)
      for (const unsigned part_of_it : parts) wholes[part_of_it] = parts[0];
    for (unsigned i = 0; i < 8; ++i)
      for (const unsigned first : {X86_REG_R8, X86_REG_R8D, X86_REG_R8W, X86_REG_R8B})
        wholes[first + i] = X86_REG_R8 + i;
    for (unsigned i = 0; i < 16; ++i) wholes[X86_REG_XMM0 + i] = X86_REG_XMM0 + i;
    wholes[X86_REG_EFLAGS] = X86_REG_EFLAGS;
    return wholes;
  }();
  const auto found = kWhole.find(part);
  return found != kWhole.end() ? found->second : unsigned{X86_REG_INVALID};
}

DecodedFunction::DecodedFunction(const MachineCode& code, const MachineCode::Function& function, Tables tables)
    : code_(code), tables_(tables) {
  if (!read(function)) callees_.clear();
}

DecodedFunction::~DecodedFunction() {
  if (instructions_ != nullptr) cs_free(instructions_, decoded_);
  if (handle_ != 0) cs_close(&handle_);
}

std::optional<std::size_t> DecodedFunction::at(std::uint64_t address) const {
  const cs_insn *const first = instructions_, *const last = first + decoded_;
  const auto* const found =
      std::lower_bound(first, last, address,
                       [](const cs_insn& instruction, std::uint64_t wanted) { return instruction.address < wanted; });
  if (found == last || found->address != address) return std::nullopt;
  return static_cast<std::size_t>(found - first);
}

std::optional<bool> DecodedFunction::writes(std::size_t i, unsigned room) const {
  cs_regs read, written;
  std::uint8_t read_count = 0, written_count = 0;
  if (cs_regs_access(handle_, &instructions_[i], read, &read_count, written, &written_count) != CS_ERR_OK)
    return std::nullopt;
  return std::any_of(written, written + written_count, [&](unsigned one) { return whole_register(one) == room; });
}

std::vector<DecodedFunction::UsedRegister> DecodedFunction::registers_of(std::size_t i) const {
  cs_regs read, written;
  std::uint8_t read_count = 0, written_count = 0;
  std::vector<UsedRegister> used;
  if (cs_regs_access(handle_, &instructions_[i], read, &read_count, written, &written_count) != CS_ERR_OK) return used;
  for (std::uint8_t k = 0; k < read_count; ++k) used.push_back({whole_register(read[k]), true, false});
  for (std::uint8_t k = 0; k < written_count; ++k) used.push_back({whole_register(written[k]), false, true});
  return used;
}

std::vector<std::size_t> DecodedFunction::writers_of(unsigned room, std::size_t before) const {
  const bool lost_in_calls = std::ranges::find(kLeftAloneByCalls, room) == std::end(kLeftAloneByCalls);
  std::vector<std::size_t> writers;
  std::set<std::size_t> seen;
  for (std::vector<std::size_t> todo = before_[before]; !todo.empty();) {
    const std::size_t i = todo.back();
    todo.pop_back();
    if (!seen.insert(i).second) continue;
    const bool is_lost = lost_in_calls && instructions_[i].id == X86_INS_CALL && !leaves_alone(i, room);
    if (seen.size() > kFarthestWriter || is_lost) return {};
    const std::optional<bool> writes_it = writes(i, room);
    if (!writes_it) return {};
    if (*writes_it) {
      writers.push_back(i);
    } else if (i == 0) {
      return {};
    } else {
      todo.insert(todo.end(), before_[i].begin(), before_[i].end());
    }
  }
  return writers;
}

// Hooks that save the registers that they use.
bool DecodedFunction::leaves_alone(std::size_t call, unsigned room) const {
  if (callees_[call].kind == Callee::kPushedLook) return true;
  const bool general = room < X86_REG_XMM0 || room > X86_REG_XMM31;
  return callees_[call].kind == Callee::kPassedLook && general && room != X86_REG_R11;
}

// Through a register (-fno-plt; the linker computes the address directly if it can).
std::string DecodedFunction::called_by(std::size_t call) const {
  std::string called;
  for (const std::size_t i : writers_of(detail(call).operands[0].reg, call)) {
    const unsigned id = instructions_[i].id;
    const cs_x86_op& from = detail(i).operands[1];
    if ((id != X86_INS_MOV && id != X86_INS_LEA) || from.type != X86_OP_MEM || from.mem.base != X86_REG_RIP) return "";
    const std::uint64_t address = end_of(i) + static_cast<std::uint64_t>(from.mem.disp);
    const std::string name = id == X86_INS_LEA ? code_.called(address) : code_.called_through(address);
    if (name.empty() || (!called.empty() && name != called)) return "";
    called = name;
  }
  return called;
}

std::string DecodedFunction::directly_called_by(std::size_t call) const {
  const cs_x86_op& to = detail(call).operands[0];
  if (to.type == X86_OP_IMM) return code_.called(static_cast<std::uint64_t>(to.imm));
  if (to.type != X86_OP_MEM || to.mem.base != X86_REG_RIP) return "";
  return code_.called_through(end_of(call) + static_cast<std::uint64_t>(to.mem.disp));
}

std::string DecodedFunction::name_of_callee(std::size_t call) const {
  return detail(call).operands[0].type == X86_OP_REG ? called_by(call) : directly_called_by(call);
}

bool DecodedFunction::read(const MachineCode::Function& function) {
  if (function.bytes.empty() || function.bytes.size() > kLargestFunction) return false;
  if (cs_open(CS_ARCH_X86, CS_MODE_64, &handle_) != CS_ERR_OK) return false;
  cs_option(handle_, CS_OPT_DETAIL, CS_OPT_ON);
  decoded_ = cs_disasm(handle_, function.bytes.data(), function.bytes.size(), function.begin, 0, &instructions_);
  if (decoded_ == 0 || end_of(decoded_ - 1) != function.begin + function.bytes.size()) return false;
  next_.resize(decoded_ + 1);
  callees_.resize(decoded_, Callee{});
  for (std::size_t i = 0; i < decoded_; ++i) {
    if (!add_ways(i, function)) return false;
    frame_pointer_ |= copies_stack_pointer(i) && detail(i).operands[0].reg == X86_REG_RBP && follows_push_of_rbp(i);
  }
  find_ways_back();
  bool fewer = false;
  for (std::size_t i = 0; i < decoded_; ++i) {
    if (instructions_[i].id != X86_INS_CALL || detail(i).operands[0].type != X86_OP_REG) continue;
    callees_[i] = callee_of(called_by(i));
    if (callees_[i].kind != Callee::kNeverReturns) continue;
    next_[i].clear();
    fewer = true;
  }
  if (fewer) find_ways_back();
  return true;
}

// (Padding before jump targets leads nowhere.)
void DecodedFunction::find_ways_back() {
  before_.assign(decoded_ + 1, {});
  std::vector<bool> reached(decoded_ + 1);
  for (std::vector<std::size_t> todo{0}; !todo.empty();) {
    const std::size_t i = todo.back();
    todo.pop_back();
    if (reached[i]) continue;
    reached[i] = true;
    for (const std::size_t to : next_[i]) before_[to].push_back(i);
    todo.insert(todo.end(), next_[i].begin(), next_[i].end());
  }
}

// Perhaps with instructions in between that the compiler has moved up.
bool DecodedFunction::follows_push_of_rbp(std::size_t i) const {
  while (i-- > 0) {
    const cs_x86_op& to = detail(i).operands[0];
    if (instructions_[i].id == X86_INS_PUSH) return to.type == X86_OP_REG && to.reg == X86_REG_RBP;
    if (instructions_[i].id == X86_INS_CALL || is_jump(i)) return false;
    for (const unsigned room : {X86_REG_RSP, X86_REG_RBP})
      if (writes(i, room).value_or(true)) return false;
  }
  return false;
}

bool DecodedFunction::copies_stack_pointer(std::size_t i) const {
  const cs_x86_op *const to = &detail(i).operands[0], *const from = &detail(i).operands[1];
  return instructions_[i].id == X86_INS_MOV && to->type == X86_OP_REG && from->type == X86_OP_REG &&
         from->reg == X86_REG_RSP;
}

std::optional<DecodedFunction::FrameAddress> DecodedFunction::frame_address(unsigned room, std::size_t before) const {
  std::optional<FrameAddress> common;
  // Copies may be cyclic: from one register to another, and back in the loop.
  std::set<std::pair<unsigned, std::size_t>> known{{room, before}};
  for (std::vector<std::pair<unsigned, std::size_t>> todo{{room, before}}; !todo.empty();) {
    const auto [copied, at] = todo.back();
    todo.pop_back();
    const std::vector<std::size_t> writers = writers_of(copied, at);
    if (writers.empty() || known.size() > kMostCopies) return std::nullopt;
    for (const std::size_t i : writers) {
      if (const unsigned from = copied_from(i); from != X86_REG_INVALID && from != X86_REG_RSP) {
        if (known.insert({from, i}).second) todo.emplace_back(from, i);
        continue;
      }
      const std::optional<FrameAddress> address = frame_address_by(i);
      if (!address || (common && *common != *address)) return std::nullopt;
      common = address;
    }
  }
  return common;
}

// Of a whole register.
unsigned DecodedFunction::copied_from(std::size_t i) const {
  const cs_x86_op *const to = &detail(i).operands[0], *const from = &detail(i).operands[1];
  const bool copies = instructions_[i].id == X86_INS_MOV && to->type == X86_OP_REG && from->type == X86_OP_REG;
  return copies && to->size == 8 ? whole_register(from->reg) : unsigned{X86_REG_INVALID};
}

std::optional<DecodedFunction::FrameAddress> DecodedFunction::frame_address_by(std::size_t i) const {
  if (copies_stack_pointer(i)) return FrameAddress{false, 0};
  if (instructions_[i].id != X86_INS_LEA) return std::nullopt;
  const x86_op_mem& from = detail(i).operands[1].mem;
  const bool by_frame_pointer = from.base == X86_REG_RBP && frame_pointer_;
  if (from.index != X86_REG_INVALID || (from.base != X86_REG_RSP && !by_frame_pointer)) return std::nullopt;
  return FrameAddress{by_frame_pointer, from.disp};
}

std::optional<std::uint64_t> DecodedFunction::constant_of(std::size_t i, const cs_x86_op& operand) const {
  if (operand.type != X86_OP_MEM || operand.mem.base != X86_REG_RIP || operand.mem.index != X86_REG_INVALID)
    return std::nullopt;
  const std::uint64_t address = end_of(i) + static_cast<std::uint64_t>(operand.mem.disp);
  return code_.is_read_only(address) ? std::optional(address) : std::nullopt;
}

std::optional<std::uint64_t> DecodedFunction::constant_in(unsigned room, std::size_t before) const {
  std::optional<std::uint64_t> common;
  for (const std::size_t i : writers_of(room, before)) {
    const std::string_view name = instructions_[i].mnemonic;
    const bool moves = name.starts_with("mov") || name.starts_with("vmov");
    const auto constant = moves && detail(i).op_count == 2 ? constant_of(i, detail(i).operands[1]) : std::nullopt;
    if (!constant || (common && *common != *constant)) return std::nullopt;
    common = constant;
  }
  return common;
}

std::optional<std::uint64_t> DecodedFunction::address_in(unsigned room, std::size_t before) const {
  std::optional<std::uint64_t> common;
  for (const std::size_t i : writers_of(room, before)) {
    const cs_x86_op& from = detail(i).operands[1];
    std::optional<std::uint64_t> address;
    if (instructions_[i].id == X86_INS_LEA && from.mem.base == X86_REG_RIP && from.mem.index == X86_REG_INVALID)
      address = end_of(i) + static_cast<std::uint64_t>(from.mem.disp);
    else if (instructions_[i].id == X86_INS_MOV && from.type == X86_OP_IMM)
      address = static_cast<std::uint64_t>(from.imm);
    if (!address || (common && *common != *address)) return std::nullopt;
    common = address;
  }
  return common;
}

bool DecodedFunction::is_zero_in(unsigned room, std::size_t before) const {
  const std::vector<std::size_t> writers = writers_of(room, before);
  return !writers.empty() && std::ranges::all_of(writers, [&](std::size_t i) {
    std::string_view name = instructions_[i].mnemonic;
    if (name.starts_with('v')) name.remove_prefix(1);
    if (name != "pxor" && name != "xorps" && name != "xorpd") return false;
    const cs_x86& of = detail(i);
    const cs_x86_op &one = of.operands[of.op_count - 2], &other = of.operands[of.op_count - 1];
    return one.type == X86_OP_REG && other.type == X86_OP_REG && one.reg == other.reg;
  });
}

// False: the target is unknown.
bool DecodedFunction::add_ways(std::size_t i, const MachineCode::Function& function) {
  const cs_insn& instruction = instructions_[i];
  const cs_x86_op& to = detail(i).operands[0];
  const bool through = to.type == X86_OP_MEM && to.mem.base == X86_REG_RIP;
  bool goes_on = true;
  if (instruction.id == X86_INS_CALL) {
    callees_[i] = callee_of(directly_called_by(i));
    goes_on = callees_[i].kind != Callee::kNeverReturns;
  } else if (is_jump(i)) {
    goes_on = instruction.id != X86_INS_JMP;
    if (to.type == X86_OP_IMM) {
      const auto address = static_cast<std::uint64_t>(to.imm);
      const auto target = at(address);
      if (!target && address >= function.begin && address < end_of(decoded_ - 1)) return false;
      next_[i].push_back(target.value_or(decoded_));
    } else if (!through) {
      if (tables_ == Tables::kNotDecoded) return false;
      next_[i].push_back(decoded_);
    }
  } else if (cs_insn_group(handle_, &instruction, CS_GRP_RET) || instruction.id == X86_INS_UD2 ||
             instruction.id == X86_INS_HLT || instruction.id == X86_INS_INT3) {
    goes_on = false;
  }
  if (goes_on) next_[i].push_back(i + 1);
  return true;
}

std::vector<DecodedFunction::Loop> DecodedFunction::loops() const {
  using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::bidirectionalS>;
  Graph graph(count() + 1);
  for (std::size_t i = 0; i < count(); ++i) {
    for (const std::size_t from : before_[i]) boost::add_edge(from, i, graph);
  }
  constexpr std::size_t kNone = ~std::size_t{0};
  std::vector<std::size_t> dominator(count() + 1, kNone);
  boost::lengauer_tarjan_dominator_tree(graph, boost::vertex(0, graph), dominator.data());
  std::vector<Loop> loops;
  for (std::size_t head = 0; head < count(); ++head) {
    if (before_[head].size() < (head == 0 ? 1U : 2U)) continue;
    Loop loop{head, {}};
    for (const std::size_t from : before_[head]) {
      std::size_t at = from;
      while (at != head && dominator[at] != kNone) at = dominator[at];
      if (at == head) loop.jumps_back.push_back(from);
    }
    if (!loop.jumps_back.empty()) loops.push_back(std::move(loop));
  }
  return loops;
}

std::vector<std::size_t> DecodedFunction::body_of(const Loop& loop) const {
  std::set<std::size_t> body{loop.head};
  std::vector<std::size_t> todo = loop.jumps_back;
  while (!todo.empty() && body.size() <= kLargestLoop) {
    const std::size_t at = todo.back();
    todo.pop_back();
    if (body.insert(at).second) todo.insert(todo.end(), before_[at].begin(), before_[at].end());
  }
  if (body.size() > kLargestLoop) return {};
  return {body.begin(), body.end()};
}

}  // namespace fencepost::symbolize
