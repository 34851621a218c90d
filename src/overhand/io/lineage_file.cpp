#include "overhand/io/lineage_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "overhand/io/input_internal.h"
#include "overhand/io/private_csv.h"

namespace overhand::io {
namespace {

Error no_lineage(const std::string& path) {
  return {ErrorKind::invalid_data,
          "no lineage file: it must be a CSV with a column 'source' that holds row numbers from 1 "
          "on.",
          {path}};
}

}  // namespace

Status write_lineage(std::span<const Row> lineage, const std::string& path) {
  Integers sources(lineage.size());
  std::ranges::transform(lineage, sources.begin(), [](Row row) { return std::int64_t{row} + 1; });
  return write_private_csv(Table({{"source", std::move(sources)}}), path);
}

Result<Lineage> read_lineage(const std::string& path, const Progress& progress) {
  const auto input = open_input(path, Format{FileFormat::csv}, progress);
  if (!input) return input.error();
  const auto table = read_input(*input, {.mask = {"source"}}, {.header = Header::present});
  if (!table && table.error().kind == ErrorKind::invalid_option) return no_lineage(path);
  if (!table) return table.error();
  const auto* sources = std::get_if<Cells<std::int64_t>>(&table->table.columns().front().values);
  const auto is_row = [](std::int64_t source) {
    return source >= 1 && source <= std::numeric_limits<Row>::max();
  };
  if (sources == nullptr || !std::ranges::all_of(*sources, is_row)) return no_lineage(path);
  Lineage lineage(sources->size());
  std::ranges::transform(*sources, lineage.begin(),
                         [](std::int64_t source) { return static_cast<Row>(source - 1); });
  return lineage;
}

}  // namespace overhand::io
