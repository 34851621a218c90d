// Columns of Python as one batch of Arrow's C data interface, without the Arrow library.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "overhand/exchange/abi.h"

namespace overhand::python {

namespace nb = nanobind;

// The names of the capsules, by the Arrow PyCapsule interface.
constexpr const char* schema_capsule = "arrow_schema";
constexpr const char* array_capsule = "arrow_array";
constexpr const char* stream_capsule = "arrow_array_stream";

using Buffer = nb::ndarray<nb::ro, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Bytes = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Codes = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// Columns one after the other, all of one length.
class Batch {
 public:
  Batch();
  ~Batch();

  // Values that lie as Arrow lays them out; they are borrowed. `gaps`: 1 where one is missing.
  void add_values(const std::string& name, const std::string& format, Buffer values,
                  std::optional<Bytes> gaps);
  // 0 and 1, a byte each.
  void add_truths(const std::string& name, const Bytes& values, std::optional<Bytes> gaps);
  // -1 is a gap.
  void add_levels(const std::string& name, const Codes& codes, const nb::sequence& levels,
                  bool is_ordered);
  // Texts; what is no text is a gap.
  void add_texts(const std::string& name, const nb::sequence& texts);
  // A column of a type that has no place in a table: a name that can be left out, without values.
  void add_without_place(const std::string& name, std::size_t length);
  // What an object's __arrow_c_array__() gives.
  void add_array(const std::string& name, const nb::capsule& schema, const nb::capsule& array);

  // All of it, which is gone from here.
  nb::capsule stream();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

// A capsule that owns the stream.
nb::capsule capsule_of(ArrowArrayStream& stream);

}  // namespace overhand::python
