#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>

#include "bindings/words.h"
#include "gaps.h"
#include "overhand/exchange/export.h"
#include "overhand/table/cell_text.h"
#include "tables.h"
#include "values.h"

namespace overhand::r {
namespace {

struct LetGo {
  std::mutex mutex;
  std::vector<SEXP> vectors;
};
LetGo& let_go() {
  static LetGo all;
  return all;
}

// Keeps a vector of R's for as long as somebody looks at its memory.
std::shared_ptr<const void> lent(SEXP vector) {
  R_PreserveObject(vector);
  return {static_cast<const void*>(vector), [](const void* pointer) {
            const std::scoped_lock lock(let_go().mutex);
            let_go().vectors.push_back(static_cast<SEXP>(const_cast<void*>(pointer)));
          }};
}

template <class Value>
Cells<Value> borrowed(SEXP vector) {
  const auto* values = reinterpret_cast<const Value*>(REAL(vector));
  return {std::span(values, static_cast<std::size_t>(Rf_xlength(vector))), lent(vector)};
}

// Copied where there are gaps, which we tell otherwise than R does.
Cells<double> reals_of(SEXP vector) {
  const Cells<double> given = borrowed<double>(vector);
  const auto is_gap = [](double value) { return std::isnan(value); };
  if (std::ranges::none_of(given, is_gap)) return given;
  Reals all(given.begin(), given.end());
  for (double& value : all) {
    if (is_gap(value)) value = gap_of_ours(value);
  }
  return all;
}

Cells<std::int64_t> whole_numbers(const int* values, R_xlen_t size) {
  Integers all(static_cast<std::size_t>(size));
  std::transform(values, values + size, all.begin(), [](int value) {
    return value == NA_INTEGER ? missing_integer : std::int64_t{value};
  });
  return all;
}

// Days, seconds or microseconds out of reals; NA is missing. What is beyond all years becomes the
// largest number there is, which with_years() refuses.
Cells<std::int64_t> units(SEXP vector, double per_unit) {
  if (TYPEOF(vector) == INTSXP && per_unit == 1) {
    return whole_numbers(INTEGER(vector), Rf_xlength(vector));
  }
  const cpp11::doubles reals(cpp11::safe[Rf_coerceVector](vector, REALSXP));
  Integers all;
  all.reserve(static_cast<std::size_t>(reals.size()));
  for (const double value : reals) {
    const double scaled = per_unit == 1 ? std::floor(value) : std::round(value * per_unit);
    constexpr double limit = 9.2e18;
    const auto beyond = std::numeric_limits<std::int64_t>::max();
    all.push_back(std::isnan(scaled)          ? missing_integer
                  : std::fabs(scaled) < limit ? static_cast<std::int64_t>(scaled)
                                              : beyond);
  }
  return all;
}

// R makes no factor with a code beyond its levels, but who writes classes by hand does.
void check_codes(const std::string& name, SEXP codes, R_xlen_t levels) {
  const auto is_wrong = [&](int code) { return code != NA_INTEGER && (code < 1 || code > levels); };
  if (std::any_of(INTEGER(codes), INTEGER(codes) + Rf_xlength(codes), is_wrong)) {
    throw bindings::WrongType("Column '" + name +
                              "' is a factor with a code that none of its levels has.");
  }
}

Texts levels_of(SEXP codes, SEXP levels) {
  auto dictionary = std::make_shared<Dictionary>();
  for (R_xlen_t i = 0; i < Rf_xlength(levels); ++i) {
    dictionary->append(utf8(STRING_ELT(levels, i)));
  }
  std::vector<Code> all(static_cast<std::size_t>(Rf_xlength(codes)));
  std::transform(INTEGER(codes), INTEGER(codes) + Rf_xlength(codes), all.begin(),
                 [](int code) { return code == NA_INTEGER ? missing_code : code - 1; });
  return {Cells<Code>(std::move(all)), std::move(dictionary)};
}

Texts texts_of(SEXP texts) {
  TextsBuilder builder;
  const R_xlen_t size = Rf_xlength(texts);
  builder.reserve(static_cast<std::size_t>(size));
  for (R_xlen_t i = 0; i < size; ++i) {
    const SEXP text = STRING_ELT(texts, i);
    if (text == NA_STRING) {
      builder.append(std::nullopt);
    } else {
      builder.append(utf8(text));
    }
  }
  return std::move(builder).finish();
}

Column with_years(Column column) {
  const auto is_beyond = [&](std::int64_t value) {
    return !is_missing(value) && !has_text(column.type, value);
  };
  if (std::ranges::any_of(std::get<Cells<std::int64_t>>(column.values), is_beyond)) {
    throw bindings::Failure(
        {ErrorKind::invalid_data,
         "Column '" + column.name + "' has a value that is out of range for the years 0 to 9999."});
  }
  return column;
}

Column column_of(const cpp11::list& column) {
  const std::string name = utf8(STRING_ELT(column["name"], 0));
  const std::string kind = utf8(STRING_ELT(column["kind"], 0));
  const SEXP values = column["values"];
  const auto timestamp = [&](TimeUnit unit, double per_unit) {
    const std::string zone = utf8(STRING_ELT(column["zone"], 0));
    return with_years(Column(name, type::Timestamp{unit, zone}, units(values, per_unit)));
  };
  if (kind == "real") return {name, reals_of(values)};
  if (kind == "integer64") return {name, borrowed<std::int64_t>(values)};
  if (kind == "integer") return {name, whole_numbers(INTEGER(values), Rf_xlength(values))};
  if (kind == "boolean") {
    return {name, type::Boolean{}, whole_numbers(LOGICAL(values), Rf_xlength(values))};
  }
  if (kind == "date") return with_years({name, type::Date{}, units(values, 1)});
  if (kind == "seconds") return timestamp(TimeUnit::second, 1);
  if (kind == "microseconds") return timestamp(TimeUnit::microsecond, 1e6);
  if (kind == "category") {
    const bool is_ordered = LOGICAL(column["ordered"])[0] != 0;
    check_codes(name, values, Rf_xlength(column["levels"]));
    return {name, type::Category{is_ordered}, levels_of(values, column["levels"])};
  }
  return {name, texts_of(values)};
}

}  // namespace

SEXP gap_kinds(SEXP numbers) {
  const R_xlen_t size = Rf_xlength(numbers);
  cpp11::writable::strings kinds(size);
  for (R_xlen_t i = 0; i < size; ++i) {
    const double value = REAL(numbers)[i];
    const char tag = std::isnan(value) ? missing_tag(gap_of_ours(value)) : '\0';
    const std::string kind = R_IsNaN(value) ? "NaN" : tag == '\0' ? "" : std::string{'.', tag};
    SET_STRING_ELT(kinds, i, kind.empty() ? NA_STRING : Rf_mkChar(kind.c_str()));
  }
  return kinds;
}

SEXP gaps_of_kinds(SEXP kinds) {
  const R_xlen_t size = Rf_xlength(kinds);
  cpp11::writable::doubles gaps(size);
  for (R_xlen_t i = 0; i < size; ++i) {
    const std::string kind = utf8(STRING_ELT(kinds, i));
    REAL(gaps)[i] = kind == "NaN" ? R_NaN : gap_of_r(tagged_missing(kind.at(1)));
  }
  return gaps;
}

void release_what_was_lent() {
  std::vector<SEXP> vectors;
  {
    const std::scoped_lock lock(let_go().mutex);
    vectors.swap(let_go().vectors);
  }
  for (const SEXP vector : vectors) R_ReleaseObject(vector);
}

Given::Given(SEXP source) {
  release_what_was_lent();
  if (TYPEOF(source) == STRSXP) {
    path_ = utf8(STRING_ELT(source, 0));
    return;
  }
  std::vector<Column> columns;
  for (const SEXP column : cpp11::list(source)) columns.push_back(column_of(cpp11::list(column)));
  exchange::export_stream(Table(std::move(columns)), stream_, exchange::Gaps::within);
}

Given::~Given() {
  if (stream_.release != nullptr) stream_.release(&stream_);
}

}  // namespace overhand::r
