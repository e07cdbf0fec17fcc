/*===- Runtime.h - between compiled programs and their devices ----*- C -*-===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===*
 *
 * What the code compiled for one device calls. A library that carries these calls (threads of one
 * process, MPI, NCCL) implements all of them; a program works with any.
 *
 * Every call takes the context first: one device of one run of one program. Contexts are made by
 * the carrying library; several runs can exist in one process. A call that can fail returns a
 * tp_status; tp_error_text tells more. Compiled code hands each status to tp_check, which ends the
 * device's program (and, through the library, releases every device that waits for it) unless it
 * is TP_OK.
 *
 * Devices are counted by their row-major position in the mesh. Strides count elements.
 *
 *===----------------------------------------------------------------------===*/

#ifndef TP_RUNTIME_RUNTIME_H
#define TP_RUNTIME_RUNTIME_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tp_context tp_context;

typedef enum tp_status {
  TP_OK = 0,
  /* Devices of one group call different operations, or with different sizes or types. */
  TP_MISMATCH = 1,
  /* All live devices wait for something that can no longer happen. */
  TP_DEADLOCK = 2,
  /* An assertion of the program failed. */
  TP_ASSERTION = 3,
  /* Something that this library does not do. */
  TP_UNSUPPORTED = 4,
  /* Another device failed; the run is being given up. */
  TP_ABORTED = 5
} tp_status;

typedef enum tp_element_type {
  TP_I1 = 0, /* one byte, 0 or 1 */
  TP_I8 = 1,
  TP_I16 = 2,
  TP_I32 = 3,
  TP_I64 = 4, /* also index */
  TP_F16 = 5,
  TP_BF16 = 6,
  TP_F32 = 7,
  TP_F64 = 8
} tp_element_type;

/* The values are those of the compiler's ReduceKind. */
typedef enum tp_reduction {
  TP_SUM = 0,
  TP_PROD = 1,
  TP_MAX = 2, /* NaN if any is NaN; signed for integers */
  TP_MIN = 3,
  TP_MAXNUM = 4, /* NaN only if all are */
  TP_MINNUM = 5,
  TP_MAXSI = 6,
  TP_MINSI = 7,
  TP_MAXUI = 8,
  TP_MINUI = 9,
  TP_AND = 10,
  TP_OR = 11,
  TP_XOR = 12,
  TP_NO_REDUCTION = -1
} tp_reduction;

typedef enum tp_collective_kind {
  /* out = combination of in over the group */
  TP_ALL_REDUCE = 0,
  /* out = blocks of the group in coordinate order along dimension `first` */
  TP_ALL_GATHER = 1,
  /* out = the device's block along dimension `first` of the combination */
  TP_REDUCE_SCATTER = 2,
  /* block j along dimension `first` goes to device j; blocks are joined along dimension `second` */
  TP_ALL_TO_ALL = 3,
  /* `pairs` of source and target coordinates; zeros where nothing is received */
  TP_PERMUTE = 4,
  /* out = in of the device at coordinate `first` */
  TP_BROADCAST = 5,
  /* to device `first` with tag `second`; does not wait for the receiver */
  TP_SEND = 6,
  /* from device `first` with tag `second` */
  TP_RECV = 7
} tp_collective_kind;

/* A strided tensor. */
typedef struct tp_buffer {
  void *data; /* the first element */
  int32_t element_type;
  int32_t rank;
  const int64_t *sizes;
  const int64_t *strides;
} tp_buffer;

/* What is known of a collective when the program is compiled. */
typedef struct tp_collective {
  int32_t kind;
  int32_t reduction;
  int64_t first;
  int64_t second;
  /* The group of a device: all devices that differ from it only in these digits. Pairs of stride
   * and size, major to minor: the digit of device d is (d / stride) mod size. */
  const int64_t *axes;
  int64_t axis_count;
  const int64_t *pairs; /* of a permute */
  int64_t pair_count;
  const char *axes_text; /* as in the program, for messages and reports */
  const char *location;  /* where the program has it */
} tp_collective;

/* A started collective. */
typedef struct tp_handle {
  void *state;
} tp_handle;

/* Runs `op` on `count` inputs and as many outputs. With a handle, the buffers belong to the
 * runtime until tp_wait; without, until the call returns. An output may be the very buffer of
 * its input for all-reduce, permute and broadcast. */
int32_t tp_run_collective(tp_context *context, const tp_collective *op, int32_t count,
                          const tp_buffer *inputs, const tp_buffer *outputs, tp_handle *handle);
int32_t tp_wait(tp_context *context, tp_handle *handle);

/* Position of the device in the mesh. */
int64_t tp_get_device(tp_context *context);

/* The contraction out += sum of lhs * rhs. `maps` lists the loop of each dimension of lhs, rhs and
 * out, one after the other; every loop is in two of them or in all three. */
typedef struct tp_contraction {
  const int64_t *maps;
  int64_t loop_count;
  const char *location;
} tp_contraction;
int32_t tp_contract(tp_context *context, const tp_contraction *op, const tp_buffer *lhs,
                    const tp_buffer *rhs, const tp_buffer *out);

/* Copies elements between equally shaped buffers. */
int32_t tp_copy(tp_context *context, const tp_buffer *source, const tp_buffer *target);

/* Memory of the program's temporaries and results, aligned to 64 bytes. */
void *tp_allocate(tp_context *context, int64_t size_in_bytes);
void tp_free(tp_context *context, void *data);

/* Records that an assertion failed; the status goes to tp_check. */
int32_t tp_fail_assertion(tp_context *context, const char *message, const char *location);

/* Ends the calling device's program unless `status` is TP_OK. */
void tp_check(tp_context *context, int32_t status);

/* What went wrong first in the run, or an empty string; valid as long as the context. */
const char *tp_error_text(tp_context *context);

#ifdef __cplusplus
}
#endif

#endif /* TP_RUNTIME_RUNTIME_H */
