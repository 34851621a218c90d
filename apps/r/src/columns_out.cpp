#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "gaps.h"
#include "tables.h"
#include "values.h"

namespace overhand::r {
namespace {

using cpp11::writable::doubles;
using cpp11::writable::integers;

SEXP reals_given(const Cells<double>& cells) {
  doubles all(static_cast<R_xlen_t>(cells.size()));
  std::ranges::transform(cells, REAL(all),
                         [](double value) { return std::isnan(value) ? gap_of_r(value) : value; });
  return all;
}

SEXP scaled(const Cells<std::int64_t>& cells, double per_unit) {
  doubles all(static_cast<R_xlen_t>(cells.size()));
  std::ranges::transform(cells, REAL(all), [&](std::int64_t value) {
    return is_missing(value) ? NA_REAL : static_cast<double>(value) / per_unit;
  });
  return all;
}

bool fit_int(const Cells<std::int64_t>& cells) {
  return std::ranges::all_of(cells, [](std::int64_t value) {
    return is_missing(value) ||
           (value > std::numeric_limits<int>::min() && value <= std::numeric_limits<int>::max());
  });
}

void fill(int* values, const Cells<std::int64_t>& cells) {
  std::ranges::transform(cells, values, [](std::int64_t value) {
    return is_missing(value) ? NA_INTEGER : static_cast<int>(value);
  });
}

SEXP integers_of(const Cells<std::int64_t>& cells) {
  if (!fit_int(cells)) {  // as package bit64 has them
    doubles all(static_cast<R_xlen_t>(cells.size()));
    std::memcpy(REAL(all), cells.data(), cells.size() * sizeof(std::int64_t));
    all.attr("class") = "integer64";
    return all;
  }
  integers all(static_cast<R_xlen_t>(cells.size()));
  fill(INTEGER(all), cells);
  return all;
}

SEXP truths_of(const Cells<std::int64_t>& cells) {
  cpp11::writable::logicals all(static_cast<R_xlen_t>(cells.size()));
  fill(LOGICAL(all), cells);
  return all;
}

SEXP codes_of(const Texts& texts) {
  integers all(static_cast<R_xlen_t>(texts.size()));
  std::ranges::transform(texts.codes(), INTEGER(all),
                         [](Code code) { return code == missing_code ? NA_INTEGER : code + 1; });
  return all;
}

SEXP level_texts(const Dictionary& dictionary) {
  cpp11::writable::strings all(static_cast<R_xlen_t>(dictionary.size()));
  for (std::size_t code = 0; code < dictionary.size(); ++code) {
    SET_STRING_ELT(all, static_cast<R_xlen_t>(code), letters_of(dictionary[code]));
  }
  return all;
}

double per_second(TimeUnit unit) {
  switch (unit) {
    case TimeUnit::second:
      return 1;
    case TimeUnit::millisecond:
      return 1e3;
    case TimeUnit::microsecond:
      return 1e6;
    case TimeUnit::nanosecond:
      return 1e9;
  }
  return 1;
}

SEXP given_column(const Column& column) {
  using namespace cpp11::literals;
  const auto made = [&](const char* kind, SEXP values) {
    cpp11::sexp held(values);
    return cpp11::writable::list({"name"_nm = cpp11::sexp(value_of(Json(column.name))),
                                  "kind"_nm = kind, "values"_nm = held});
  };
  const auto whole = [&]() -> const auto& { return std::get<Cells<std::int64_t>>(column.values); };
  const auto texts = [&](const char* kind) {
    const auto& values = std::get<Texts>(column.values);
    auto list = made(kind, codes_of(values));
    list.push_back("levels"_nm = cpp11::sexp(level_texts(values.dictionary())));
    return list;
  };
  return match(
      column.type,
      [&](const type::Real&) {
        return made("real", reals_given(std::get<Cells<double>>(column.values)));
      },
      [&](const type::Integer&) { return made("integer", integers_of(whole())); },
      [&](const type::Boolean&) { return made("boolean", truths_of(whole())); },
      [&](const type::Date&) { return made("date", scaled(whole(), 1)); },
      [&](const type::Timestamp& time) {
        auto list = made("time", scaled(whole(), per_second(time.unit)));
        list.push_back("zone"_nm = time.zone);
        return list;
      },
      [&](const type::Duration& time) {
        return made("duration", scaled(whole(), per_second(time.unit)));
      },
      [&](const type::Category& levels) {
        auto list = texts("category");
        list.push_back("ordered"_nm = levels.is_ordered);
        return list;
      },
      [&](const type::Text&) { return texts("text"); });
}

}  // namespace

SEXP columns_of(const Table& table) {
  cpp11::writable::list all;
  for (const Column& column : table.columns()) all.push_back(cpp11::sexp(given_column(column)));
  return all;
}

}  // namespace overhand::r
