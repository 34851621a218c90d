#include <arrow/status.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <set>
#include <span>
#include <string>

#include "overhand/io/csv_text_internal.h"
#include "overhand/io/encoding_internal.h"
#include "overhand/io/part_sink_internal.h"
#include "overhand/io/write_csv_internal.h"
#include "overhand/table/cell_text.h"
#include "overhand/table/date_text.h"

namespace overhand::io {
namespace {

// Text in UTF-8, written in the encoding of a dialect.
class TextSink {
 public:
  TextSink(Sink sink, Encoding encoding)
      : sink_(std::move(sink)),
        is_plain_(encoding == Encoding::utf8),
        transcoder_(Transcoder::from_utf8(encoding)) {}

  arrow::Status write(const std::string& text) {
    if (is_plain_) return sink_->Write(text);
    std::string encoded;
    if (!transcoder_.append(text, encoded)) return arrow::Status::Invalid("not in this encoding");
    return sink_->Write(encoded);
  }

 private:
  Sink sink_;
  bool is_plain_;
  Transcoder transcoder_;
};

using Moments = std::span<const std::int64_t>;

std::int64_t units_per_day(const Type& type) {
  const auto* time = std::get_if<type::Timestamp>(&type);
  return time == nullptr ? 1 : units_per_second(time->unit) * seconds_per_day;
}

std::int64_t day_of(std::int64_t moment, std::int64_t per_day) {
  return moment / per_day - (moment % per_day < 0 ? 1 : 0);
}

// The days of the moments, each once, as the layout writes them.
std::vector<std::string> days_in(DateLayout layout, const Type& type, Moments moments) {
  const std::int64_t per_day = units_per_day(type);
  std::set<std::int64_t> days;
  for (const std::int64_t moment : moments) {
    if (!is_missing(moment)) days.insert(day_of(moment, per_day));
  }
  layout.has_time = false;
  std::vector<std::string> texts;
  for (const std::int64_t day : days) texts.push_back(text_in(layout, type::Date{}, day));
  return texts;
}

bool is_clear(const DateLayout& layout) {
  return layout.month != MonthText::number || layout.separator == '.' ||
         (layout.order == DateOrder::year_first && !layout.short_year);
}

// Of 01/02/2020 throughout nobody could tell the day.
bool tells_days(const DateLayout& layout, const Type& type, Moments moments) {
  if (is_clear(layout)) return true;
  const auto days = days_in(layout, type, moments);
  const auto read = dates_of(std::vector<std::string_view>(days.begin(), days.end()));
  return days.empty() || (read && !read->is_unsure);
}

// Dates in layouts that say them when they are read again; else as ISO 8601 does.
Table with_readable_dates(Table table) {
  for (Column& column : table.columns()) {
    const bool is_date = std::holds_alternative<Cells<std::int64_t>>(column.values);
    if (is_date && column.date_layout) column.date_layout = readable_layout(column);
  }
  return table;
}

// The same of a part, whose other parts are not at hand.
Table with_clear_dates(Table table) {
  for (Column& column : table.columns()) {
    if (column.date_layout && !is_clear_by_itself(*column.date_layout)) {
      column.date_layout = nullptr;
    }
  }
  return table;
}

// Lines are made in parallel, a batch of blocks at a time, and written in order.
arrow::Status write_lines(const Table& table, const Dialect& dialect, TextSink& text,
                          const Progress& progress) {
  constexpr std::size_t rows_per_block = 8192;
  constexpr std::size_t blocks_per_batch = 32;
  const std::size_t rows = table.row_count();
  for (std::size_t first = 0; first < rows; first += rows_per_block * blocks_per_batch) {
    if (progress.cancelled()) return arrow::Status::Cancelled("");
    const std::size_t left = (rows - first + rows_per_block - 1) / rows_per_block;
    std::vector<std::string> blocks(std::min(blocks_per_batch, left));
    tbb::parallel_for(std::size_t{0}, blocks.size(), [&](std::size_t b) {
      const std::size_t begin = first + b * rows_per_block;
      blocks[b] = csv_lines(table, dialect, begin, std::min(begin + rows_per_block, rows));
    });
    for (const std::string& block : blocks) ARROW_RETURN_NOT_OK(text.write(block));
    progress.report("writing", std::min(first + rows_per_block * blocks_per_batch, rows), rows);
  }
  return arrow::Status::OK();
}

arrow::Status write_names(const Table& table, const Dialect& dialect, TextSink& text) {
  if (dialect.has_mark) ARROW_RETURN_NOT_OK(text.write(std::string(byte_order_mark)));
  return text.write(csv_header(table, dialect));
}

class CsvParts : public PartSink {
 public:
  CsvParts(const Dialect& dialect, const Sink& sink)
      : dialect_(dialect), sink_(sink), text_(sink, dialect.encoding) {}

  arrow::Status write(const Table& part, const Progress& progress) override {
    if (!std::exchange(has_names_, true)) {
      ARROW_RETURN_NOT_OK(write_names(part, dialect_, text_));
    }
    return write_lines(is_settled() ? part : with_clear_dates(part), dialect_, text_, progress);
  }

  arrow::Status close() override { return sink_->Close(); }

 private:
  Dialect dialect_;
  Sink sink_;
  TextSink text_;
  bool has_names_ = false;
};

}  // namespace

bool is_clear_by_itself(const DateLayout& layout) { return !layout.short_year && is_clear(layout); }

void DaysSeen::add(const Column& column) {
  const std::int64_t per_day = units_per_day(column.type);
  for (const std::int64_t time : std::get<Cells<std::int64_t>>(column.values)) {
    if (is_missing(time)) continue;
    times_.try_emplace(day_of(time, per_day), time);
    first_ = std::min(first_, time);
    last_ = std::max(last_, time);
  }
}

Integers DaysSeen::times() const {
  Integers all;
  for (const auto& [day, time] : times_) all.push_back(time);
  if (!all.empty()) all.insert(all.end(), {first_, last_});
  return all;
}

std::shared_ptr<const DateLayout> readable_layout(const Column& column) {
  const auto& values = std::get<Cells<std::int64_t>>(column.values);
  const Moments moments(values.data(), values.size());
  auto layout =
      std::make_shared<const DateLayout>(with_years_of(*column.date_layout, column.type, moments));
  return tells_days(*layout, column.type, moments) ? layout : nullptr;
}

std::unique_ptr<PartSink> csv_parts(const Dialect& dialect, const Sink& sink) {
  return std::make_unique<CsvParts>(dialect, sink);
}

arrow::Status write_csv(const Table& original, const Dialect& dialect, const Sink& sink,
                        const Progress& progress) {
  const Table table = with_readable_dates(original);
  TextSink text(sink, dialect.encoding);
  ARROW_RETURN_NOT_OK(write_names(table, dialect, text));
  ARROW_RETURN_NOT_OK(write_lines(table, dialect, text, progress));
  return sink->Close();
}

}  // namespace overhand::io
