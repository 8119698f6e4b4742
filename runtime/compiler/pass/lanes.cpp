#include "pass/lanes.h"

#include "llvm/IR/DerivedTypes.h"

namespace fencepost::pass {

using namespace llvm;

bool lie_together(const MemoryAccess& access) {
  return access.index == nullptr && !access.address->getType()->isVectorTy() &&
         access.lanes * access.size <= kWidestChecked;
}

Value* booleans_of_lanes(IRBuilder<>& builder, const MemoryAccess& access) {
  Value* mask = access.mask;
  if (!mask->getType()->isVectorTy() && !mask->getType()->isIntegerTy()) {
    mask = builder.CreateBitCast(mask, FixedVectorType::get(builder.getInt8Ty(), access.lanes));  // MMX
  }
  Type* element = mask->getType()->getScalarType();
  if (!mask->getType()->isVectorTy()) {
    return builder.CreateBitCast(mask, FixedVectorType::get(builder.getInt1Ty(), element->getIntegerBitWidth()));
  }
  if (element->isIntegerTy(1)) return mask;
  if (!element->isIntegerTy()) {
    auto* vector = cast<VectorType>(mask->getType());
    mask = builder.CreateBitCast(mask, VectorType::getInteger(vector));
  }
  return builder.CreateICmpSLT(mask, Constant::getNullValue(mask->getType()));
}

Value* bits_of_lanes(IRBuilder<>& builder, const Runtime& runtime, const MemoryAccess& access) {
  Value* booleans = booleans_of_lanes(builder, access);
  const unsigned all = cast<FixedVectorType>(booleans->getType())->getNumElements();
  Value* bits = builder.CreateZExtOrTrunc(builder.CreateBitCast(booleans, builder.getIntNTy(all)), runtime.word);
  return access.lanes < all ? builder.CreateAnd(bits, (std::uint64_t{1} << access.lanes) - 1) : bits;
}

Value* address_of_lane(IRBuilder<>& builder, const Runtime& runtime, const MemoryAccess& access, unsigned lane) {
  if (access.address->getType()->isVectorTy()) return builder.CreateExtractElement(access.address, lane);
  if (access.index == nullptr) return builder.CreateConstGEP1_64(runtime.byte, access.address, lane * access.size);
  Value* index = builder.CreateSExtOrTrunc(builder.CreateExtractElement(access.index, lane), runtime.word);
  return builder.CreateGEP(runtime.byte, access.address,
                           builder.CreateMul(index, ConstantInt::get(runtime.word, access.scale)));
}

}  // namespace fencepost::pass
