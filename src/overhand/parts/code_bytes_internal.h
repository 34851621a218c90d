// The codes of records on their way to the task that puts them in order: how many records, the
// buckets of the row order, then each column's codes, as narrow as the bins allow.
#pragma once

#include <span>
#include <vector>

#include "overhand/parts/bytes_internal.h"
#include "overhand/parts/plan.h"
#include "overhand/table/row.h"

namespace overhand::parts {

inline std::size_t code_width(const Plan& plan) {
  if (plan.codes() <= std::size_t{1} << 8) return 1;
  return plan.codes() <= std::size_t{1} << 16 ? 2 : 4;
}

// What the records of each task have, as `Narrow`; with their number before it where asked for.
template <class Narrow, class Value>
void add_by_task(const Lineage& order, std::span<const std::size_t> starts,
                 const std::vector<Value>& values, std::vector<ByteWriter>& out,
                 bool with_count = false) {
  std::vector<Narrow> own;
  for (std::size_t task = 0; task < out.size(); ++task) {
    if (starts[task + 1] == starts[task]) continue;
    own.clear();
    for (std::size_t i = starts[task]; i < starts[task + 1]; ++i) {
      own.push_back(static_cast<Narrow>(values[order[i]]));
    }
    if (with_count) out[task].add<std::uint64_t>(own.size());
    out[task].add_plain(std::span<const Narrow>(own));
  }
}

inline void add_codes(const Plan& plan, const Lineage& order, std::span<const std::size_t> starts,
                      const std::vector<masking::BinCode>& codes, std::vector<ByteWriter>& out) {
  if (code_width(plan) == 1) return add_by_task<std::uint8_t>(order, starts, codes, out);
  if (code_width(plan) == 2) return add_by_task<std::uint16_t>(order, starts, codes, out);
  add_by_task<std::uint32_t>(order, starts, codes, out);
}

// Appends narrow codes to wide ones.
inline void widen_codes(std::string_view bytes, std::size_t width,
                        std::vector<masking::BinCode>& codes) {
  for (std::size_t at = 0; at < bytes.size(); at += width) {
    masking::BinCode code = 0;
    std::memcpy(&code, bytes.data() + at, width);  // of a little-endian machine
    codes.push_back(code);
  }
}

}  // namespace overhand::parts
