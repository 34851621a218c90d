// The levels of a category: which there are, in which order, and what labels go with them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "overhand/table/column.h"

namespace overhand {

// The cells as text, whatever the column's type.
Texts texts_of(const Column& column);

// The texts that some row has, in the order of their codes.
std::vector<std::string_view> used_levels(const Texts& texts);

// The codes that some row has, in the order of levels_in_order().
std::vector<Code> codes_in_order(const Texts& texts);

// Of a column of texts, the order in which its levels are masked: given, of an ordered category,
// and else the same.
std::vector<Code> codes_in_order(const Column& column);

// The texts that some row has: numbers by their value, others by their bytes, so that the order is
// the same wherever the table comes from.
std::vector<std::string> levels_in_order(const Texts& texts);

// The first row whose text is none of these.
std::optional<std::size_t> first_row_beyond(const Texts& texts,
                                            const std::vector<std::string>& levels);

// The same texts, with these levels as the dictionary.
Texts recoded(const Texts& texts, const std::vector<std::string>& levels);

// The labels with their values in the order of these levels; without values where a level has none.
std::shared_ptr<const Labels> with_levels(const std::shared_ptr<const Labels>& labels,
                                          const std::vector<std::string>& levels);

}  // namespace overhand
