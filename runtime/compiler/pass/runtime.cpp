#include "pass/runtime.h"

#include <cstddef>
#include <initializer_list>
#include <string>

#include "hook_table/table.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/xxhash.h"

namespace fencepost::pass {

using namespace llvm;

Runtime::Runtime(Module& module) : context(module.getContext()) {
  pointer = PointerType::get(context, 0);
  word = Type::getInt64Ty(context);
  half = Type::getInt32Ty(context);
  byte = Type::getInt8Ty(context);
  Type* none = Type::getVoidTy(context);
  table = module.getOrInsertGlobal(contract::kTable, ArrayType::get(byte, sizeof(fencepost_hooks)));
  cast<GlobalValue>(table)->setVisibility(GlobalValue::HiddenVisibility);
  // They touch nothing of the program: code moves around them as if they were not there.
  AttrBuilder builder(context);
  for (const auto attribute : {Attribute::NoUnwind, Attribute::WillReturn, Attribute::NoSync, Attribute::NoFree,
                               // Two ways may end with the same call: each returns to its own line.
                               Attribute::NoMerge}) {
    builder.addAttribute(attribute);
  }
  builder.addMemoryAttr(MemoryEffects::inaccessibleMemOnly());
  AttributeList attributes = AttributeList::get(context, AttributeList::FunctionIndex, builder);
  const auto declare_as = [&](Type* result, const char* name, std::initializer_list<Type*> parameters) {
    FunctionCallee callee =
        module.getOrInsertFunction(name, FunctionType::get(result, ArrayRef<Type*>(parameters), false), attributes);
    cast<Function>(callee.getCallee())->setVisibility(GlobalValue::HiddenVisibility);
    return callee;
  };
  const auto declare = [&](const char* name, std::initializer_list<Type*> parameters) {
    return declare_as(none, name, parameters);
  };
  slow = declare(contract::kAccess, {pointer, half, word});
  cast<Function>(slow.getCallee())->setCallingConv(CallingConv::PreserveMost);
  range = declare(contract::kRange, {pointer, word, half});
  fence = declare(contract::kFence, {half});
  run = declare(contract::kRun, {pointer, half, word, word});
  lanes = declare(contract::kLanes, {pointer, half, word, word});
  grid = declare(contract::kGrid, {pointer, half, word, word, word, word});
  room = declare_as(word, contract::kRoom, {pointer});
  room_below = declare_as(word, contract::kRoomBelow, {pointer});
  untracked = declare_as(word, contract::kUntracked, {pointer, word});
  marks = declare_as(pointer, contract::kMarks, {pointer, half, word});
  release = declare(contract::kRelease, {pointer, half});
  update = declare(contract::kUpdate, {pointer, half, half});
  updated = declare(contract::kUpdated, {pointer, half, half});
  volatile_load = declare(contract::kVolatileLoad, {pointer});
  volatile_store = declare(contract::kVolatileStore, {pointer});
  unseen = declare(contract::kUnseen, {pointer});
  landed = declare(contract::kLanded, {});
  acquire = declare(contract::kAcquire, {pointer, half});
}

CallInst* report(IRBuilder<>& builder, FunctionCallee callee, ArrayRef<Value*> arguments) {
  CallInst* call = builder.CreateCall(callee, arguments);
  call->setTailCallKind(CallInst::TCK_NoTail);
  return call;
}

Sites::Sites(const Function& function)
    : place_((function.getParent()->getSourceFileName() + "\n" + function.getName()).str()) {}

std::uint64_t Sites::next() {
  return xxh3_64bits(place_ + "\n" + std::to_string(++count_));
}

void add_attributes(CallInst* call) {
  call->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  for (const auto attribute : {Attribute::NoUnwind, Attribute::WillReturn, Attribute::NoSync, Attribute::NoFree}) {
    call->addFnAttr(attribute);
  }
}

// In assembly: it has to be short, and the optimizer must not have to know about it, as it would about reads and writes
// of memory.
Value* add_to_block(IRBuilder<>& builder, const Runtime& runtime, Value* address, std::uint64_t size, unsigned count,
                    std::uint64_t site) {
  static_assert(sizeof(fencepost_block) == 64 && offsetof(fencepost_block, tag) == 0 &&
                offsetof(fencepost_block, bits) == 8 && sizeof(fencepost_block::bits) == 32);
  std::string code =
      "movq $5, $1\n\t"
      "rorq $$${8:c}, $1\n\t"  // the element,
      "movabsq $$${7:c}, $2\n\t"
      "movq $1, $3\n\t"
      "shrq $$2, $3\n\t"
      "andq $$-64, $3\n\t"  // element / 256 * 64
      "addq $6, $2\n\t"
      "addq $3, $2\n\t"  // the tag,
      "movl ${2:k}, ${3:k}\n\t"
      "andl $$${9:c}, ${3:k}\n\t"
      "movq fencepost_blocks@gottpoff(%rip), $4\n\t"
      "addq %fs:($4), $3\n\t"  // the block,
      "movl ${1:k}, ${4:k}\n\t"
      "shrl $$6, ${4:k}\n\t"
      "andl $$3, ${4:k}\n\t"  // which of its words
      "cmpq $2, ($3)\n\t"     // equal: ZF is set, and nothing behind it changes that
      "jne 1f\n\t";
  if (count == 1) {
    code +=
        "movq 8($3,$4,8), $2\n\t"
        "btsq $1, $2\n\t"
        "jc 1f\n\t"
        "movq $2, 8($3,$4,8)\n";
  } else {
    code +=
        "andl $$63, ${1:k}\n\t"
        "cmpl $$" +
        std::to_string(64 - count) +
        ", ${1:k}\n\t"
        "ja 1f\n\t"  // ZF is not set
        "movq 8($3,$4,8), $2\n\t";
    for (unsigned i = 0; i < count; ++i) code += "btsq $1, $2\n\tincl ${1:k}\n\t";
    code +=
        "movq $2, 8($3,$4,8)\n\t"
        "cmpl ${1:k}, ${1:k}\n";
  }
  code += "1:";
  Type* word = runtime.word;
  StructType* results = StructType::get(runtime.half, word, word, word, word);
  FunctionType* type = FunctionType::get(results, {word, word, word, word, word}, false);
  InlineAsm* assembly = InlineAsm::get(type, code, "={@ccz},=&r,=&r,=&r,=&r,r,r,i,i,i,~{flags},~{dirflag},~{fpsr}",
                                       /*hasSideEffects=*/true);
  Value* caller = builder.CreatePtrToInt(
      builder.CreateIntrinsic(runtime.pointer, Intrinsic::returnaddress, {builder.getInt32(0)}), word);
  CallInst* call = builder.CreateCall(
      type, assembly,
      {builder.CreatePtrToInt(address, word), builder.CreateMul(caller, builder.getInt64(FENCEPOST_CALLER_FACTOR)),
       builder.getInt64(site), builder.getInt64(Log2_64(size)), builder.getInt64(FENCEPOST_BLOCKS_MASK)});
  add_attributes(call);
  return builder.CreateICmpNE(builder.CreateExtractValue(call, 0), builder.getInt32(0));
}

void add_marks(IRBuilder<>& builder, const Runtime& runtime, Value* marks, Value* offset, std::uint64_t size,
               std::uint64_t factor, unsigned count) {
  const bool is_scaled = factor == 2 || factor == 4 || factor == 8;  // by the instruction itself
  const std::string place = is_scaled ? "($0,$1," + std::to_string(factor) + ")" : "($0,$1)";
  struct Store {
    unsigned bytes;
    const char* text;
  };
  constexpr Store kStores[] = {{4, "movl $$0x01010101, "}, {2, "movw $$0x0101, "}, {1, "movb $$1, "}};
  std::string code;
  for (unsigned done = 0; done < count;) {
    const Store& store = *find_if(kStores, [&](const Store& one) { return one.bytes <= count - done; });
    if (done != 0) code += "\n\t";
    code += store.text + (done != 0 ? std::to_string(done) : std::string()) + place;
    done += store.bytes;
  }
  FunctionType* type = FunctionType::get(Type::getVoidTy(runtime.context), {runtime.pointer, runtime.word}, false);
  InlineAsm* assembly = InlineAsm::get(type, code, "r,r,~{dirflag},~{fpsr},~{flags}", /*hasSideEffects=*/true);
  Value* element = size == 1 ? offset : builder.CreateLShr(offset, Log2_64(size));
  if (!is_scaled && factor != 1) element = builder.CreateMul(element, builder.getInt64(factor));
  add_attributes(builder.CreateCall(type, assembly, {marks, element}));
}

}  // namespace fencepost::pass
