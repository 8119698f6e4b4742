#include "pass/vectors.h"

#include <algorithm>

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"

namespace fencepost::pass {
namespace {

using namespace llvm;

constexpr int kNone = -1;
constexpr int kResult = -2;

// Where the operands of an intrinsic say what it accesses. (LLVM has no such knowledge about x86 intrinsics that the
// pass could ask for.)
struct Shape {
  StringRef begin;  // of its name,
  StringRef part;   // and what is in it
  Kind kind;
  int pointer;
  int value;          // what is loaded or stored as a whole; kNone: only `size` says
  int mask = kNone;   // lane by lane
  int index = kNone;  // each at its own place; the last operand is the scale
  unsigned size = 0;  // bytes of it or, with a mask, of an element, if not those of the value
  bool packed = false;
};

constexpr Shape kShapes[] = {
    {"llvm.masked.load.", "", Kind::kLoad, 0, kResult, 2},
    {"llvm.masked.store.", "", Kind::kStore, 1, 0, 3},
    {"llvm.masked.gather.", "", Kind::kLoad, 0, kResult, 2},
    {"llvm.masked.scatter.", "", Kind::kStore, 1, 0, 3},
    {"llvm.masked.expandload.", "", Kind::kLoad, 0, kResult, 1, kNone, 0, true},
    {"llvm.masked.compressstore.", "", Kind::kStore, 1, 0, 2, kNone, 0, true},

    {"llvm.x86.avx.maskload.", "", Kind::kLoad, 0, kResult, 1},
    {"llvm.x86.avx2.maskload.", "", Kind::kLoad, 0, kResult, 1},
    {"llvm.x86.avx.maskstore.", "", Kind::kStore, 0, 2, 1},
    {"llvm.x86.avx2.maskstore.", "", Kind::kStore, 0, 2, 1},
    {"llvm.x86.sse2.maskmov.dqu", "", Kind::kStore, 2, 0, 1},
    {"llvm.x86.mmx.maskmovq", "", Kind::kStore, 2, kNone, 1, kNone, 1},
    {"llvm.x86.avx2.gather.", "", Kind::kLoad, 1, kResult, 3, 2},
    {"llvm.x86.avx512.mask.gather", "", Kind::kLoad, 1, kResult, 3, 2},
    {"llvm.x86.avx512.mask.scatter", "", Kind::kStore, 0, 3, 1, 2},
    // Shortens the elements when it stores them.
    {"llvm.x86.avx512.mask.pmov", "b.mem.", Kind::kStore, 0, 1, 2, kNone, 1},
    {"llvm.x86.avx512.mask.pmov", "w.mem.", Kind::kStore, 0, 1, 2, kNone, 2},
    {"llvm.x86.avx512.mask.pmov", "d.mem.", Kind::kStore, 0, 1, 2, kNone, 4},

    {"llvm.x86.sse3.ldu.dq", "", Kind::kLoad, 0, kResult},
    {"llvm.x86.avx.ldu.dq.256", "", Kind::kLoad, 0, kResult},
    {"llvm.x86.mmx.movnt.dq", "", Kind::kStore, 0, 1},
    {"llvm.x86.directstore", "", Kind::kStore, 0, 1},
    {"llvm.x86.movdir64b", "", Kind::kLoad, 1, kNone, kNone, kNone, 64},
    {"llvm.x86.movdir64b", "", Kind::kStore, 0, kNone, kNone, kNone, 64},
    {"llvm.x86.vbcstne", "", Kind::kLoad, 0, kNone, kNone, kNone, 2},
    {"llvm.x86.vcvtne", "2ps", Kind::kLoad, 0, kResult},
};

unsigned lanes_of(const Type* type, unsigned most) {
  const auto* vector = dyn_cast<FixedVectorType>(type);
  return vector != nullptr ? std::min(most, vector->getNumElements()) : most;
}

bool is_of(const Shape& shape, StringRef name) {
  return name.starts_with(shape.begin) && name.contains(shape.part);
}

}  // namespace

void collect_intrinsic(Accesses& found, IntrinsicInst& call) {
  const StringRef name = call.getCalledFunction()->getName();
  const DataLayout& layout = call.getDataLayout();
  for (const Shape& shape : kShapes) {
    if (!is_of(shape, name)) continue;
    const auto operand = [&](int number) { return call.getArgOperand(static_cast<unsigned>(number)); };
    if (!operand(shape.pointer)->getType()->isPtrOrPtrVectorTy()) continue;  // the form for values in registers
    Type* value = nullptr;
    if (shape.value != kNone) value = shape.value == kResult ? call.getType() : operand(shape.value)->getType();
    MemoryAccess access{&call, operand(shape.pointer), shape.size, nullptr, nullptr, shape.kind};
    if (shape.mask != kNone) {
      auto* vector = dyn_cast_or_null<FixedVectorType>(value);
      if (value != nullptr && vector == nullptr) continue;
      access.mask = operand(shape.mask);
      access.packed = shape.packed;
      // If indices are wider than values, or the other way round, some lanes are not used.
      constexpr unsigned kBytesOfMmx = 8;
      access.lanes = vector != nullptr ? vector->getNumElements() : kBytesOfMmx;
      access.lanes = lanes_of(access.mask->getType(), access.lanes);
      if (shape.index != kNone) {
        access.index = operand(shape.index);
        access.lanes = lanes_of(access.index->getType(), access.lanes);
        access.scale = cast<ConstantInt>(call.getArgOperand(call.arg_size() - 1))->getZExtValue();
      }
      value = vector != nullptr ? vector->getElementType() : nullptr;
    }
    // (No processor has wider ones.)
    if (access.packed && access.lanes * layout.getTypeStoreSize(value) > kWidestChecked) continue;
    if (access.size == 0) access.size = layout.getTypeStoreSize(value).getFixedValue();
    found.push_back(access);
  }
}

}  // namespace fencepost::pass
