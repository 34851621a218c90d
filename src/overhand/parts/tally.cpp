#include "overhand/parts/tally.h"

#include "overhand/parts/bytes_internal.h"
#include "overhand/parts/number_codes_internal.h"

namespace overhand::parts {

Tallier::Tallier(const Outline& outline, std::size_t first_row, const random::Key& key)
    : outline_(outline), next_row_(first_row), key_(key) {
  for (const OutlinedColumn& column : outline_.columns) {
    binners_.emplace_back(column.has_levels ? statistics::Range{0, 1} : column.range,
                          outline_.bins);
  }
  tally_.digests.resize(outline_.columns.size());
  tally_.counts.resize(outline_.columns.size());
  for (std::size_t j = 0; j < outline_.columns.size(); ++j) {
    if (!outline_.columns[j].has_levels) {
      tally_.counts[j].resize(masking::code_count(outline_.bins));
    }
  }
}

void Tallier::add(const Table& records) {
  const auto digests = masking::digests(records, key_, next_row_);
  next_row_ += records.row_count();
  tally_.rows += records.row_count();
  std::vector<masking::BinCode> codes(records.row_count());
  for (std::size_t j = 0; j < digests.size(); ++j) {
    tally_.digests[j] += digests[j];
    if (outline_.columns[j].has_levels) continue;
    bin_numbers(records.columns()[j], binners_[j], codes);
    for (const masking::BinCode code : codes) ++tally_.counts[j][code];
  }
}

bool is_of(const Tally& tally, const Outline& outline) {
  const std::size_t columns = outline.columns.size();
  if (tally.digests.size() != columns || tally.counts.size() != columns) return false;
  for (std::size_t j = 0; j < columns; ++j) {
    const std::size_t codes = outline.columns[j].has_levels ? 0 : masking::code_count(outline.bins);
    if (tally.counts[j].size() != codes) return false;
  }
  return true;
}

std::string bytes_of(const Tally& tally) {
  ByteWriter bytes;
  bytes.add<std::uint64_t>(tally.rows);
  bytes.add_all(tally.digests);
  bytes.add<std::uint64_t>(tally.counts.size());
  for (const auto& counts : tally.counts) bytes.add_all(counts);
  return bytes.take();
}

Result<Tally> tally_from(std::string_view bytes) {
  ByteReader reader(bytes);
  Tally tally;
  tally.rows = reader.next<std::uint64_t>();
  tally.digests = reader.all<masking::Digest>();
  const auto columns = reader.next<std::uint64_t>();
  for (std::uint64_t j = 0; j < columns && reader.is_whole(); ++j) {
    tally.counts.push_back(reader.all<std::size_t>());
  }
  if (!reader.is_whole() || !reader.at_end()) return damaged();
  return tally;
}

}  // namespace overhand::parts
