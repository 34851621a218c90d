// The bins of numbers.
#pragma once

#include "overhand/masking/categorize.h"
#include "overhand/table/column.h"

namespace overhand::parts {

inline void bin_numbers(const Column& column, const masking::Binner& binner,
                        std::span<masking::BinCode> codes) {
  if (const auto* reals = std::get_if<Cells<double>>(&column.values))
    binner.bin_all<masking::BinCode, double>(*reals, codes);
  else
    binner.bin_all<masking::BinCode, std::int64_t>(std::get<Cells<std::int64_t>>(column.values),
                                                   codes);
}

}  // namespace overhand::parts
