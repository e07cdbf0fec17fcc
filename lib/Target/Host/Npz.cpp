//===- Npz.cpp - arrays in .npz archives ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An archive has a file NAME.npy for each array: the magic string, a version, the length of a
// header, the header as a Python dictionary with 'descr', 'fortran_order' and 'shape', the bytes.
//
//===----------------------------------------------------------------------===//

#include "tp/Runtime/Host/CollectiveCounts.h"
#include "tp/Target/Host/HostTensor.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include <cstring>
#include <memory>
#include <zip.h>

using namespace mlir;
using namespace mlir::tp;

//===----------------------------------------------------------------------===//
// One array
//===----------------------------------------------------------------------===//

static std::optional<int32_t> getElementType(StringRef descr) {
  // Of single bytes the order is '|' or any.
  if (descr.size() != 3 || (descr[0] != '<' && descr[0] != '|' && descr[0] != '='))
    return std::nullopt;
  char kind = descr[1], size = descr[2];
  if (kind == 'b' && size == '1')
    return TP_I1;
  if (kind == 'V' && size == '2')
    return TP_BF16;
  if (kind == 'f')
    return size == '2'   ? std::optional<int32_t>(TP_F16)
           : size == '4' ? std::optional<int32_t>(TP_F32)
           : size == '8' ? std::optional<int32_t>(TP_F64)
                         : std::nullopt;
  if (kind != 'i' && kind != 'u')
    return std::nullopt;
  return size == '1'   ? std::optional<int32_t>(TP_I8)
         : size == '2' ? std::optional<int32_t>(TP_I16)
         : size == '4' ? std::optional<int32_t>(TP_I32)
         : size == '8' ? std::optional<int32_t>(TP_I64)
                       : std::nullopt;
}

static const char *getDescr(int32_t elementType) {
  static const char *const descrs[] = {"|b1", "|i1", "<i2", "<i4", "<i8",
                                       "<f2", "<V2", "<f4", "<f8"};
  return descrs[elementType];
}

/// What stands behind `'key':` in the header.
static StringRef getEntry(StringRef header, StringRef key) {
  size_t at = header.find(("'" + key + "':").str());
  return at == StringRef::npos ? StringRef() : header.substr(at + key.size() + 3).ltrim();
}

static bool parseShape(StringRef text, SmallVector<int64_t> &shape) {
  if (!text.consume_front("("))
    return false;
  while (!(text = text.ltrim(" ,")).consume_front(")")) {
    int64_t size = 0;
    if (text.consumeInteger(10, size) || size < 0)
      return false;
    shape.push_back(size);
  }
  return true;
}

static std::optional<HostTensor> parseNpy(StringRef bytes, std::string &error) {
  auto fail = [&](const Twine &why) {
    error = why.str();
    return std::nullopt;
  };
  if (bytes.size() < 10 || !bytes.starts_with("\x93NUMPY"))
    return fail("is not a numpy array");
  size_t lengthSize = bytes[6] == 1 ? 2 : 4, start = 8 + lengthSize;
  if (bytes.size() < start)
    return fail("has a truncated header");
  size_t length = lengthSize == 2 ? llvm::support::endian::read16le(bytes.data() + 8)
                                  : llvm::support::endian::read32le(bytes.data() + 8);
  if (bytes.size() < start + length)
    return fail("has a truncated header");
  StringRef header = bytes.substr(start, length);
  StringRef descr = getEntry(header, "descr");
  descr = descr.consume_front("'") ? descr.take_until([](char c) { return c == '\''; }) : "";
  std::optional<int32_t> elementType = getElementType(descr);
  if (!elementType)
    return fail("has elements of type '" + descr + "', which is not supported");
  SmallVector<int64_t> shape;
  if (!parseShape(getEntry(header, "shape"), shape))
    return fail("has a header without shape");
  bool isFortran = getEntry(header, "fortran_order").starts_with("True");
  HostTensor tensor(shape, *elementType);
  StringRef elements = bytes.substr(start + length);
  if (elements.size() < tensor.data.size())
    return fail("has " + Twine(elements.size()) + " bytes of elements, expects " +
                Twine(tensor.data.size()));
  if (!isFortran) {
    std::memcpy(tensor.data.data(), elements.data(), tensor.data.size());
    return tensor;
  }
  // Column-major is row-major with the dimensions in reverse.
  BufferView columns(const_cast<char *>(elements.data()), *elementType,
                     SmallVector<int64_t>(llvm::reverse(shape)));
  std::reverse(columns.sizes.begin(), columns.sizes.end());
  std::reverse(columns.strides.begin(), columns.strides.end());
  copyElements(columns, tensor.getView());
  return tensor;
}

static std::string printNpy(const HostTensor &tensor) {
  std::string header = std::string("{'descr': '") + getDescr(tensor.elementType) +
                       "', 'fortran_order': False, 'shape': (";
  for (int64_t size : tensor.shape)
    header += std::to_string(size) + ",";
  header += "), }";
  // The elements start at a multiple of 64 bytes.
  header.append(63 - (10 + header.size()) % 64, ' ');
  header += '\n';
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes += char(header.size() & 255);
  bytes += char(header.size() >> 8);
  bytes += header;
  bytes.append(tensor.data.data(), tensor.data.size());
  return bytes;
}

//===----------------------------------------------------------------------===//
// Archives
//===----------------------------------------------------------------------===//

namespace {
struct ArchiveDeleter {
  void operator()(zip_t *archive) const { zip_discard(archive); }
};
using Archive = std::unique_ptr<zip_t, ArchiveDeleter>;
} // namespace

static Archive openArchive(StringRef path, int flags, std::string &error) {
  int code = 0;
  Archive archive(zip_open(path.str().c_str(), flags, &code));
  if (!archive) {
    zip_error_t reason;
    zip_error_init_with_code(&reason, code);
    error = zip_error_strerror(&reason);
    zip_error_fini(&reason);
    for (char &c : error)
      c = llvm::toLower(c);
  }
  return archive;
}

static bool readEntry(zip_t *archive, zip_uint64_t index, std::string &bytes) {
  zip_stat_t info;
  if (zip_stat_index(archive, index, 0, &info) != 0)
    return false;
  std::unique_ptr<zip_file_t, int (*)(zip_file_t *)> file(zip_fopen_index(archive, index, 0),
                                                          zip_fclose);
  if (!file)
    return false;
  bytes.resize(info.size);
  // A read may return less than is asked for.
  for (size_t done = 0; done < bytes.size();) {
    zip_int64_t got = zip_fread(file.get(), bytes.data() + done, bytes.size() - done);
    if (got <= 0)
      return false;
    done += got;
  }
  return true;
}

std::optional<NamedTensors> mlir::tp::readNpz(StringRef path, std::string &error) {
  Archive archive = openArchive(path, ZIP_RDONLY, error);
  if (!archive)
    return std::nullopt;
  NamedTensors tensors;
  for (zip_int64_t index = 0; index < zip_get_num_entries(archive.get(), 0); ++index) {
    StringRef name = zip_get_name(archive.get(), index, 0);
    if (!name.consume_back(".npy"))
      continue;
    std::string bytes;
    if (!readEntry(archive.get(), index, bytes)) {
      error = ("array '" + name + "' cannot be read").str();
      return std::nullopt;
    }
    std::optional<HostTensor> tensor = parseNpy(bytes, error);
    if (!tensor) {
      error = ("array '" + name + "' " + error).str();
      return std::nullopt;
    }
    tensors.emplace(name.str(), std::move(*tensor));
  }
  return tensors;
}

LogicalResult mlir::tp::writeNpz(StringRef path, const NamedTensors &tensors, std::string &error) {
  Archive archive = openArchive(path, ZIP_CREATE | ZIP_TRUNCATE, error);
  if (!archive)
    return failure();
  // The archive reads its sources when it is closed.
  std::vector<std::string> contents;
  contents.reserve(tensors.size());
  for (const auto &[name, tensor] : tensors) {
    contents.push_back(printNpy(tensor));
    zip_source_t *source =
        zip_source_buffer(archive.get(), contents.back().data(), contents.back().size(), 0);
    if (!source ||
        zip_file_add(archive.get(), (name + ".npy").c_str(), source, ZIP_FL_OVERWRITE) < 0) {
      zip_source_free(source);
      error = zip_strerror(archive.get());
      return failure();
    }
  }
  if (zip_close(archive.get()) != 0) {
    error = zip_strerror(archive.get());
    return failure();
  }
  (void)archive.release();
  return success();
}
