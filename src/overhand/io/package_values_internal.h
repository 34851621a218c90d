// What values, labels and displays of one package are in another.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "overhand/table/column.h"

namespace overhand::io {

// As reals; missing ones, tagged or not, stay what they are.
Reals numbers_of(const Values& values);

// The numbers of a kept column that holds them as text because our own storage would change them:
// the nearest reals.
std::optional<Reals> numbers_in_texts(const Column& column);

// Whether the column has integers that a real does not hold.
bool has_integers_beyond_reals(const Column& column);

// Whether the column has decimals that cannot be told from the real nearest to them.
bool has_decimals_beyond_reals(const Column& column);

// Stata tags missing values by small letters, SPSS not at all.
Reals with_tags_of(Package package, Reals numbers);

bool are_whole(const Reals& numbers);
bool fits_stata(const Reals& numbers);
bool fits_spss(const Reals& numbers);

// Whether each is a single, by its bits or by its shortest text.
bool fit_singles(const Reals& numbers);

// The format that holds these whole numbers in Stata: `came` if it does, else the smallest.
std::string whole_format(const Reals& numbers, const std::string& came);

bool has_zero(std::string_view text);
bool are_numbers(const std::vector<ValueLabel>& values);
bool are_same(const std::vector<ValueLabel>& a, const std::vector<ValueLabel>& b);

// Whether Stata can label these numbers: whole ones of 32 bits, and tagged missing ones.
bool can_be_keys(const std::vector<ValueLabel>& values);

// Levels as labels of 1, 2, 3, ...
std::vector<ValueLabel> numbered_labels(const Dictionary& levels);
Reals numbered_codes(const Texts& texts);

// "F9.2" is Stata's "%9.2f". Empty: as the package shows such a variable by itself.
std::string number_display(const Labels& labels, Package package, const Reals& numbers);
std::string text_display(const Labels& labels, Package package, std::size_t bytes);

Measure usual_measure(const Type& type);

}  // namespace overhand::io
