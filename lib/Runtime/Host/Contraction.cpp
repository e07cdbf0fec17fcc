//===- Contraction.cpp - contractions by BLAS -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Any contraction is a batch of matrix products once its loops are grouped by the operands that
// have them: batch (all three), rows (lhs and out), columns (rhs and out), inner (lhs and rhs).
//
// 1. If the out operand is contiguous along a row loop, the two factors change places.
// 2. A group whose strides are those of one longer loop needs nothing; an operand for which that
//    does not hold, or that has another type than the computation, is packed into a contiguous
//    copy (and out is copied back).
// 3. One gemm per batch index, on the calling thread alone.
//
// f16 and bf16 are computed in f32. Cost beyond gemm: at most one copy of each operand.
//
//===----------------------------------------------------------------------===//

#include "HostState.h"
#include "llvm/ADT/STLExtras.h"
#include <cblas.h>
#include <thread>

using namespace mlir::tp;
using llvm::ArrayRef;
using llvm::SmallVector;

namespace {

enum OperandIndex { Lhs = 0, Rhs = 1, Out = 2 };

/// One loop: its size, and its stride in each operand (none where the operand lacks it).
struct Loop {
  int64_t size = 1;
  std::optional<int64_t> strides[3];
};
using Loops = SmallVector<Loop, 4>;

struct Operand {
  char *data = nullptr;
  int32_t elementType = TP_F32;
};

struct Contraction {
  Loops batch, rows, columns, inner;
  Operand operands[3];

  void swapFactors() {
    std::swap(rows, columns);
    std::swap(operands[Lhs], operands[Rhs]);
    for (Loops *loops : {&batch, &rows, &columns, &inner})
      for (Loop &loop : *loops)
        std::swap(loop.strides[Lhs], loop.strides[Rhs]);
  }
};

/// OpenBLAS has a bounded number of work areas, so not all of a thousand devices may be in it.
class Slots {
public:
  void acquire() {
    std::unique_lock<std::mutex> held(lock);
    released.wait(held, [&] { return used < count; });
    ++used;
  }
  void release() {
    std::lock_guard<std::mutex> held(lock);
    --used;
    released.notify_one();
  }

private:
  std::mutex lock;
  std::condition_variable released;
  unsigned used = 0;
  unsigned count = std::clamp(std::thread::hardware_concurrency(), 1u, 32u);
};

} // namespace

static int64_t getSize(const Loops &loops) {
  int64_t size = 1;
  for (const Loop &loop : loops)
    size *= loop.size;
  return size;
}

/// The stride of the one loop that `loops` are in `operand`; nullopt if they are not one.
static std::optional<int64_t> getJointStride(const Loops &loops, OperandIndex operand) {
  std::optional<int64_t> inner;
  int64_t extent = 1;
  for (const Loop &loop : llvm::reverse(loops)) {
    if (loop.size == 1)
      continue;
    if (!inner)
      inner = loop.strides[operand];
    else if (*loop.strides[operand] != *inner * extent)
      return std::nullopt;
    extent *= loop.size;
  }
  return inner.value_or(1);
}

static Contraction makeContraction(const tp_contraction &op, const tp_buffer *const buffers[3]) {
  SmallVector<Loop> all(op.loop_count);
  Contraction contraction;
  const int64_t *map = op.maps;
  for (int i : {Lhs, Rhs, Out}) {
    contraction.operands[i] = {static_cast<char *>(buffers[i]->data), buffers[i]->element_type};
    for (int32_t dim = 0; dim < buffers[i]->rank; ++dim) {
      Loop &loop = all[*map++];
      loop.size = buffers[i]->sizes[dim];
      loop.strides[i] = buffers[i]->strides[dim];
    }
  }
  for (const Loop &loop : all) {
    Loops &group = !loop.strides[Out]   ? contraction.inner
                   : !loop.strides[Rhs] ? contraction.rows
                   : !loop.strides[Lhs] ? contraction.columns
                                        : contraction.batch;
    group.push_back(loop);
  }
  auto isContiguous = [](const Loop &loop) { return loop.size > 1 && *loop.strides[Out] == 1; };
  if (llvm::any_of(contraction.rows, isContiguous))
    contraction.swapFactors();
  auto sort = [](Loops &loops, OperandIndex operand) {
    std::sort(loops.begin(), loops.end(), [&](const Loop &a, const Loop &b) {
      return *a.strides[operand] > *b.strides[operand];
    });
  };
  sort(contraction.batch, Out);
  sort(contraction.rows, Out);
  sort(contraction.columns, Out);
  sort(contraction.inner, Lhs);
  return contraction;
}

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

/// An operand as a batch of matrices in the type of the computation.
template <typename T>
struct Matrices {
  T *data = nullptr;
  SmallVector<int64_t, 4> batchStrides;
  int64_t leading = 1;
  bool isTransposed = false;
  std::vector<T> packed;
};

template <typename T>
static T loadAs(const char *data, int32_t elementType, int64_t index) {
  switch (elementType) {
  case TP_F16:
    return halfToFloat(reinterpret_cast<const uint16_t *>(data)[index]);
  case TP_BF16:
    return bfloatToFloat(reinterpret_cast<const uint16_t *>(data)[index]);
  case TP_F64:
    return T(reinterpret_cast<const double *>(data)[index]);
  default:
    return T(reinterpret_cast<const float *>(data)[index]);
  }
}

template <typename T>
static void storeAs(char *data, int32_t elementType, int64_t index, T value) {
  switch (elementType) {
  case TP_F16:
    reinterpret_cast<uint16_t *>(data)[index] = floatToHalf(float(value));
    return;
  case TP_BF16:
    reinterpret_cast<uint16_t *>(data)[index] = floatToBfloat(float(value));
    return;
  case TP_F64:
    reinterpret_cast<double *>(data)[index] = double(value);
    return;
  default:
    reinterpret_cast<float *>(data)[index] = float(value);
  }
}

/// Calls `visit` with the position of each element in row-major order over `loops`.
template <typename Visit>
static void forEachElement(ArrayRef<const Loop *> loops, OperandIndex operand, Visit visit) {
  if (llvm::any_of(loops, [](const Loop *loop) { return loop->size == 0; }))
    return;
  SmallVector<int64_t, 8> index(loops.size(), 0);
  int64_t position = 0;
  for (int64_t dim = 0; dim >= 0;) {
    visit(position);
    for (dim = int64_t(loops.size()) - 1; dim >= 0; --dim) {
      position += *loops[dim]->strides[operand];
      if (++index[dim] < loops[dim]->size)
        break;
      position -= *loops[dim]->strides[operand] * loops[dim]->size;
      index[dim] = 0;
    }
  }
}

static SmallVector<const Loop *> concat(const Loops &batch, const Loops &major,
                                        const Loops &minor) {
  SmallVector<const Loop *> loops;
  for (const Loops *group : {&batch, &major, &minor})
    for (const Loop &loop : *group)
      loops.push_back(&loop);
  return loops;
}

/// `operand` as matrices of `major` by `minor`; packed if its strides or its type need it.
template <typename T>
static Matrices<T> makeMatrices(const Contraction &contraction, OperandIndex operand,
                                const Loops &major, const Loops &minor, int32_t computeType) {
  const Operand &source = contraction.operands[operand];
  int64_t majorSize = getSize(major), minorSize = getSize(minor);
  auto majorStride = getJointStride(major, operand), minorStride = getJointStride(minor, operand);
  Matrices<T> matrices;
  if (source.elementType == computeType && majorStride && minorStride) {
    bool isRowMajor =
        (minorSize == 1 || *minorStride == 1) && (majorSize == 1 || *majorStride >= minorSize);
    bool isColumnMajor =
        (majorSize == 1 || *majorStride == 1) && (minorSize == 1 || *minorStride >= majorSize);
    if (isRowMajor || (isColumnMajor && operand != Out)) {
      matrices.data = reinterpret_cast<T *>(source.data);
      matrices.isTransposed = !isRowMajor;
      matrices.leading = isRowMajor ? (majorSize == 1 ? minorSize : *majorStride)
                                    : (minorSize == 1 ? majorSize : *minorStride);
      for (const Loop &loop : contraction.batch)
        matrices.batchStrides.push_back(*loop.strides[operand]);
      return matrices;
    }
  }
  int64_t stride = majorSize * minorSize;
  matrices.batchStrides.resize(contraction.batch.size());
  for (size_t i = contraction.batch.size(); i-- > 0;) {
    matrices.batchStrides[i] = stride;
    stride *= contraction.batch[i].size;
  }
  matrices.leading = minorSize;
  matrices.packed.reserve(stride);
  forEachElement(concat(contraction.batch, major, minor), operand, [&](int64_t position) {
    matrices.packed.push_back(loadAs<T>(source.data, source.elementType, position));
  });
  matrices.data = matrices.packed.data();
  return matrices;
}

static void multiply(bool transposeA, bool transposeB, int64_t m, int64_t n, int64_t k,
                     const float *a, int64_t lda, const float *b, int64_t ldb, float *c,
                     int64_t ldc) {
  cblas_sgemm(CblasRowMajor, transposeA ? CblasTrans : CblasNoTrans,
              transposeB ? CblasTrans : CblasNoTrans, m, n, k, 1, a, lda, b, ldb, 1, c, ldc);
}
static void multiply(bool transposeA, bool transposeB, int64_t m, int64_t n, int64_t k,
                     const double *a, int64_t lda, const double *b, int64_t ldb, double *c,
                     int64_t ldc) {
  cblas_dgemm(CblasRowMajor, transposeA ? CblasTrans : CblasNoTrans,
              transposeB ? CblasTrans : CblasNoTrans, m, n, k, 1, a, lda, b, ldb, 1, c, ldc);
}

template <typename T>
static void contract(const Contraction &contraction, int32_t computeType) {
  int64_t m = getSize(contraction.rows), n = getSize(contraction.columns);
  int64_t k = getSize(contraction.inner), batches = getSize(contraction.batch);
  if (m == 0 || n == 0 || k == 0 || batches == 0)
    return;
  auto lhs = makeMatrices<T>(contraction, Lhs, contraction.rows, contraction.inner, computeType);
  auto rhs = makeMatrices<T>(contraction, Rhs, contraction.inner, contraction.columns, computeType);
  auto out = makeMatrices<T>(contraction, Out, contraction.rows, contraction.columns, computeType);
  static Slots slots;
  slots.acquire();
  for (int64_t batch = 0; batch < batches; ++batch) {
    int64_t rest = batch, offsets[3] = {0, 0, 0};
    for (size_t i = contraction.batch.size(); i-- > 0;) {
      int64_t index = rest % contraction.batch[i].size;
      rest /= contraction.batch[i].size;
      offsets[Lhs] += index * lhs.batchStrides[i];
      offsets[Rhs] += index * rhs.batchStrides[i];
      offsets[Out] += index * out.batchStrides[i];
    }
    multiply(lhs.isTransposed, rhs.isTransposed, m, n, k, lhs.data + offsets[Lhs], lhs.leading,
             rhs.data + offsets[Rhs], rhs.leading, out.data + offsets[Out], out.leading);
  }
  slots.release();
  if (out.packed.empty())
    return;
  const Operand &target = contraction.operands[Out];
  const T *next = out.packed.data();
  forEachElement(
      concat(contraction.batch, contraction.rows, contraction.columns), Out,
      [&](int64_t position) { storeAs<T>(target.data, target.elementType, position, *next++); });
}

int32_t tp_contract(tp_context *, const tp_contraction *op, const tp_buffer *lhs,
                    const tp_buffer *rhs, const tp_buffer *out) {
  static std::once_flag once;
  std::call_once(once, [] { openblas_set_num_threads(1); });
  const tp_buffer *const buffers[] = {lhs, rhs, out};
  Contraction contraction = makeContraction(*op, buffers);
  if (out->element_type == TP_F64)
    contract<double>(contraction, TP_F64);
  else
    contract<float>(contraction, TP_F32);
  return TP_OK;
}
