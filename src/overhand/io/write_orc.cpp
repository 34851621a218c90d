#include <arrow/adapters/orc/adapter.h>
#include <arrow/api.h>
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>

#include "overhand/io/arrow_table_internal.h"
#include "overhand/io/write_orc_internal.h"
#include "overhand/table/cell_text.h"
#include "overhand/table/column_words.h"

namespace overhand::io {
namespace {

// The format in which ORC holds what has this one.
std::string orc_format(const std::string& format) {
  static const std::map<std::string, std::string> others = {
      {"C", "s"}, {"S", "i"},     {"I", "l"},  {"L", ""},   {"e", "f"},  {"vu", "u"}, {"U", "u"},
      {"n", ""},  {"tdm", "tdD"}, {"tts", ""}, {"ttm", ""}, {"ttu", ""}, {"ttn", ""}};
  const auto found = others.find(format);
  if (found != others.end()) return found->second;
  const bool is_decimal = format.starts_with("d:");
  if (!is_decimal) return format;
  const auto bits = format.rfind(',');
  const bool has_bits = std::ranges::count(format, ',') == 2;
  if (!has_bits) return format;  // of 128
  return format.ends_with(",256") ? "" : format.substr(0, bits);
}

// Whether all days have a moment in ORC, which reach less far than its days.
bool are_near(const Cells<std::int64_t>& days) {
  constexpr std::int64_t most = 106'751;  // nanoseconds in 64 bits
  return std::ranges::all_of(
      days, [](std::int64_t day) { return is_missing(day) || (day >= -most && day <= most); });
}

Column for_orc(const Column& from) {
  Column column = with_numbers_of_texts(from);
  column.format = orc_format(column.format);
  const bool is_of_midnights =
      std::holds_alternative<type::Date>(column.type) && column.format.starts_with("ts");
  if (is_of_midnights && !are_near(std::get<Cells<std::int64_t>>(column.values))) {
    column.format.clear();
  }
  if (std::holds_alternative<type::Category>(column.type)) {
    column = Column(column.name, std::get<Texts>(column.values));
  } else if (std::holds_alternative<type::Duration>(column.type)) {
    column = Column(column.name, column.values);
  }
  return column;
}

bool counts_in_nanoseconds(const Column& column) {
  const auto* moment = std::get_if<type::Timestamp>(&column.type);
  const auto* counts = std::get_if<Cells<std::int64_t>>(&column.values);
  if (moment == nullptr || counts == nullptr) return true;
  const std::int64_t most = std::numeric_limits<std::int64_t>::max() /
                            units_per_second(TimeUnit::nanosecond) * units_per_second(moment->unit);
  return std::ranges::all_of(*counts, [&](std::int64_t count) {
    return is_missing(count) || (count >= -most && count <= most);
  });
}

arrow::Status write(const arrow::Table& table, arrow::io::OutputStream& sink) {
  arrow::adapters::orc::WriteOptions options;
  options.compression = arrow::Compression::ZSTD;
  ARROW_ASSIGN_OR_RAISE(auto writer, arrow::adapters::orc::ORCFileWriter::Open(&sink, options));
  ARROW_RETURN_NOT_OK(writer->Write(table));
  ARROW_RETURN_NOT_OK(writer->Close());
  return sink.Close();
}

}  // namespace

Status check_for_orc(const Table& table) {
  for (const Column& column : table.columns()) {
    if (counts_in_nanoseconds(column)) continue;
    return Error{ErrorKind::invalid_data,
                 fmt::format("{} has moments outside of 1677-09-22 to 2262-04-11, which readers of "
                             "ORC have no place for; leave it out, or write another format, such "
                             "as .parquet.",
                             in_words(column.name)),
                 {.column = column.name}};
  }
  return Done{};
}

arrow::Status write_orc(const Table& table, arrow::io::OutputStream& sink) {
  std::vector<Column> columns;
  for (const Column& column : table.columns()) columns.push_back(for_orc(column));
  ARROW_ASSIGN_OR_RAISE(const auto arrow, arrow_table(Table(std::move(columns))));
  try {
    return write(*arrow, sink);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& problem) {  // the library throws where the sink fails
    return arrow::Status::IOError(problem.what());
  }
}

}  // namespace overhand::io
