#include "rotation.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <numeric>

#include "bindings/said.h"
#include "overhand/masking/kinds.h"
#include "overhand/masking/parted_margins.h"
#include "overhand/masking/parted_rotation.h"
#include "overhand/random/sample.h"
#include "overhand/random/shuffle.h"
#include "parts.h"
#include "tables.h"

namespace overhand::python {
namespace {

namespace nb = nanobind;
using bindings::value_or_fail;
using masking::PartedRotation;
using masking::SyntheticMargin;
using Scores = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// An array of numpy's that has the values.
template <class Value>
nb::object array_of(std::vector<Value> values) {
  auto held = std::make_unique<std::vector<Value>>(std::move(values));
  Value* first = held->data();
  const std::size_t size = held->size();
  const nb::capsule owner(held.release(), [](void* pointer) noexcept {
    delete static_cast<std::vector<Value>*>(pointer);
  });
  return nb::cast(nb::ndarray<nb::numpy, Value, nb::ndim<1>>(first, {size}, owner));
}

std::span<const double> span_of(const Scores& scores) { return {scores.data(), scores.size()}; }

masking::Marginals marginals_from(const std::string& name) {
  if (name == "free") return masking::Marginals::free;
  if (name == "synthetic") return masking::Marginals::synthetic;
  if (name == "smoothed") return masking::Marginals::smoothed;
  return masking::Marginals::exact;
}

PartedRotation learnt(const nb::object& sample, std::size_t records, int k,
                      const std::string& marginals, std::size_t most_in_part,
                      const nb::bytes& key) {
  const masking::PartedRotationOptions options{records, k, marginals_from(marginals), most_in_part};
  return value_or_fail(PartedRotation::learn(table_of(sample), options, key_from(key), {}));
}

// The part of each record of a stretch that begins at this row.
nb::object parts_of(const PartedRotation& rotation, const nb::object& records,
                    std::uint64_t first_row) {
  const Table table = table_of(records);
  std::vector<std::uint64_t> rows(table.row_count());
  std::iota(rows.begin(), rows.end(), first_row);
  return array_of(value_or_fail(rotation.parts_of(table, rows)));
}

nb::object joined_parts(const PartedRotation& rotation, const std::vector<std::size_t>& counts) {
  return array_of(rotation.joined_parts(counts));
}

// (the records, the place of each one's donor among those that came).
nb::tuple rotate(const PartedRotation& rotation, std::size_t part, const nb::object& records) {
  auto rotated = value_or_fail(rotation.rotate(part, table_of(records), {}));
  return nb::make_tuple(HeldTable{std::move(rotated.table)}, array_of(std::move(rotated.donors)));
}

// Whether each column has levels, which a rotated part has already.
std::vector<bool> has_levels(const nb::object& like) {
  std::vector<bool> all;
  const Table table = table_of(like);
  for (const Column& column : table.columns()) {
    all.push_back(masking::kind_of(column.type) == masking::Kind::levels);
  }
  return all;
}

// Rows of the table from which a rotation learns, or, at `use` 1, places of the rotated table from
// whose scores a margin does.
nb::object sample_rows(const nb::bytes& key, std::uint32_t use, std::size_t rows,
                       std::size_t count) {
  return array_of(
      random::sample(key_from(key), {random::Purpose::trial_sample, 0, use}, rows, count));
}

// Parts of another size are another release: they have nothing random in common with these, nor
// with a table that was rotated elsewhere.
nb::object part_key(const nb::bytes& key, std::uint64_t most_in_part) {
  constexpr std::uint32_t of_frame = 6;  // others are in masking/parted_rotation.cpp
  const random::Key own =
      random::derived_key(key_from(key), {random::Purpose::cell_rotation, of_frame,
                                          static_cast<std::uint32_t>(most_in_part),
                                          static_cast<std::uint32_t>(most_in_part >> 32)});
  return nb::bytes(own.bytes().data(), own.bytes().size());
}

// The buckets of the scatter shuffle of all records, of those from `first` on.
nb::object row_buckets(const nb::bytes& key, std::size_t rows, std::size_t first,
                       std::size_t count) {
  std::vector<std::uint16_t> buckets(count);
  random::draw_buckets(key_from(key), {random::Purpose::row_order}, rows, first, buckets);
  return array_of(std::move(buckets));
}

// The order of the records of one bucket.
nb::object bucket_order(const nb::bytes& key, std::size_t bucket, std::size_t size) {
  std::vector<std::uint32_t> order(size);
  std::iota(order.begin(), order.end(), 0U);
  random::shuffle_bucket(key_from(key), {random::Purpose::row_order}, bucket,
                         std::span<std::uint32_t>(order));
  return array_of(std::move(order));
}

}  // namespace

void add_rotation(nb::module_& module) {
  nb::class_<PartedRotation>(module, "Rotation")
      .def_prop_ro("k", &PartedRotation::k)
      .def_prop_ro("part_count", &PartedRotation::part_count)
      .def("parts_of", parts_of)
      .def("joined_parts", joined_parts)
      .def("rotate", rotate);
  nb::class_<SyntheticMargin>(module, "SyntheticMargin")
      .def("__init__",
           [](SyntheticMargin* margin, const nb::object& values, const Scores& scores,
              std::uint32_t number, const nb::bytes& key) {
             const Table column = table_of(values);
             new (margin)
                 SyntheticMargin(column.columns().at(0), span_of(scores), number, key_from(key));
           })
      .def("at", [](const SyntheticMargin& margin, const Scores& scores) {
        return HeldTable{Table({margin.at(span_of(scores))})};
      });
  module.def("learnt", learnt);
  module.def("has_levels", has_levels);
  module.def("part_key", part_key);
  module.def("sample_rows", sample_rows);
  module.def("sample_size", &PartedRotation::sample_size);
  module.def("rotation_bytes", [](const nb::object& like) {
    return PartedRotation::bytes_per_record(table_of(like));
  });
  module.def("bucket_count", &random::bucket_count);
  module.def("row_buckets", row_buckets);
  module.def("bucket_order", bucket_order);
}

}  // namespace overhand::python
