#include "tables.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "arrays.h"
#include "overhand/exchange/export.h"

namespace overhand::python {
namespace {

const char* word_for(TimeUnit unit) {
  switch (unit) {
    case TimeUnit::second:
      return "s";
    case TimeUnit::millisecond:
      return "ms";
    case TimeUnit::microsecond:
      return "us";
    case TimeUnit::nanosecond:
      return "ns";
  }
  return "";
}

// (kind, unit, zone, is_ordered).
nb::tuple kind_of(const Column& column) {
  const auto plain = [&](const char* unit = "", const std::string& zone = "",
                         bool ordered = false) {
    return nb::make_tuple(name_of(column.type), unit, zone, ordered);
  };
  return match(
      column.type, [&](const type::Real&) { return plain(); },
      [&](const type::Integer&) { return plain(); }, [&](const type::Boolean&) { return plain(); },
      [&](const type::Date&) { return plain(); },
      [&](const type::Timestamp& time) { return plain(word_for(time.unit), time.zone); },
      [&](const type::Duration& time) { return plain(word_for(time.unit)); },
      [&](const type::Category& levels) { return plain("", "", levels.is_ordered); },
      [&](const type::Text&) { return plain(); });
}

// The values as an array of numpy's that may be written to: they are given away where nobody else
// has them, and copied where somebody does.
template <class Value>
nb::object given_away(Cells<Value> cells) {
  using Array = nb::ndarray<nb::numpy, Value, nb::ndim<1>>;
  const std::size_t size = cells.size();
  auto owner = cells.owner();
  const Value* values = cells.data();
  cells = {};
  const bool is_alone = owner && owner.use_count() == 1;
  if (!is_alone) {
    auto copy = std::make_shared<const std::vector<Value>>(values, values + size);
    values = copy->data();
    owner = copy;
  }
  auto held = std::make_unique<std::shared_ptr<const void>>(std::move(owner));
  const nb::capsule keeper(held.get(), [](void* pointer) noexcept {
    delete static_cast<std::shared_ptr<const void>*>(pointer);
  });
  held.release();
  // Nobody else looks at these values any more.
  return nb::cast(Array(const_cast<Value*>(values), {size}, keeper));
}

// The values of a column, or the codes of its levels; it is empty then.
nb::object take(HeldTable& held, std::size_t j) {
  Values values = std::exchange(held.table.columns().at(j).values, Values());
  return std::visit(
      [](auto& cells) -> nb::object {
        if constexpr (std::is_same_v<std::decay_t<decltype(cells)>, Texts>) {
          Cells<Code> codes = cells.codes();
          cells = {};
          return given_away(std::move(codes));
        } else {
          return given_away(std::exchange(cells, {}));
        }
      },
      values);
}

nb::list levels(const HeldTable& held, std::size_t j) {
  nb::list all;
  const auto* texts = std::get_if<Texts>(&held.table.columns().at(j).values);
  if (texts == nullptr) return all;
  for (std::size_t code = 0; code < texts->dictionary().size(); ++code) {
    const std::string_view level = texts->dictionary()[code];
    all.append(nb::str(level.data(), level.size()));
  }
  return all;
}

nb::capsule stream_of(const HeldTable& held, const nb::object&) {
  ArrowArrayStream stream = {};
  exchange::export_stream(held.table, stream);
  return capsule_of(stream);
}

}  // namespace

void add_tables(nb::module_& module) {
  nb::class_<HeldTable>(module, "Table")
      .def_prop_ro("names", [](const HeldTable& held) { return column_names(held.table); })
      .def_prop_ro("rows", [](const HeldTable& held) { return held.table.row_count(); })
      .def("kind",
           [](const HeldTable& held, std::size_t j) { return kind_of(held.table.columns().at(j)); })
      .def("take", take)
      .def("levels", levels)
      .def("__arrow_c_stream__", stream_of, nb::arg("requested_schema") = nb::none());
  nb::class_<Batch>(module, "Batch")
      .def(nb::init<>())
      .def("add_values", &Batch::add_values, nb::arg("name"), nb::arg("format"), nb::arg("values"),
           nb::arg("gaps") = nb::none())
      .def("add_truths", &Batch::add_truths, nb::arg("name"), nb::arg("values"),
           nb::arg("gaps") = nb::none())
      .def("add_levels", &Batch::add_levels)
      .def("add_texts", &Batch::add_texts)
      .def("add_without_place", &Batch::add_without_place)
      .def("add_array", &Batch::add_array)
      .def(
          "__arrow_c_stream__", [](Batch& batch, const nb::object&) { return batch.stream(); },
          nb::arg("requested_schema") = nb::none());
}

}  // namespace overhand::python
