// What is known of the risk, in sentences: the same in the verdict and after `mask`.
#pragma once

#include <string>

#include "overhand/core/result.h"
#include "overhand/evaluation/linkage.h"
#include "overhand/risk/kept_columns.h"

namespace overhand::report {

std::string grouped(std::size_t count);  // "1,080"

// "75 of 1,080 records (7 of 100) are nearest to their own original, by true source." A sample is
// called one, with its interval; records without a source have a lower bound; and what cannot be
// measured is said with the reason.
std::string linkage_words(const Result<evaluation::Linkage>& linkage);

// "Kept as they are: name, zip. On them 950 of 1,000 records are unique: who knows them finds the
// record." Columns that the masking did not change are named as such. Empty where there is neither.
std::string kept_words(const risk::KeptColumns& kept);

// "Kept, but no keys: district. ...": what suppression did not look at. Empty where there is none.
std::string beside_keys_words(const risk::KeptColumns& kept);

// "Who knows what goes out as it is knows, of so many records, also: diagnosis (450)." Empty where
// classes tell nothing.
std::string told_words(const risk::KeptColumns& kept);

// "40 of 400 records are in classes of fewer than 10 by what goes out as it is, ...". Empty where
// no class is small.
std::string small_class_words(const risk::KeptColumns& kept, bool is_made_anew);

// "12 of 1,000 records are exact copies of an original record that is unique". Empty where none is.
std::string copy_words(const risk::KeptColumns& kept);

// "121 of 990 units (12 of 100) are nearest to their own original by all their records together."
// Empty where there are none, or where sources are not known.
std::string unit_words(const risk::KeptColumns& kept);

// "40 of 2,000 records (2 of 100) are nearest to their own original by the ranks of their values
// ..." Empty where levels are not masked, or where sources are not known.
std::string rank_words(const risk::KeptColumns& kept);

// The same with the columns to mask whose values are names of persons, or where they can be
// reached: moved among the records they still go out, whoever asked for it.
risk::KeptColumns with_names_of_persons(risk::KeptColumns kept, const Table& original);

// Columns to mask that look like identifiers: "Column 'id' looks like an identifier: ...".
std::string identifier_words(const risk::KeptColumns& kept);

// "The records stand in the order of the original: ...". Empty where they do not.
std::string order_words(const risk::KeptColumns& kept);

// "3 records are unique on kept columns"
std::string unique_words(const risk::KeptColumns& kept);

// Where columns are kept and records share a source; else empty.
std::string repeat_words(const risk::KeptColumns& kept, const risk::SourceUse& use);

// "102 of 2,000 units have changed places, among them 34 of the 36 that were at risk; 2 ...".
std::string moved_words(const masking::MovedUnits& moved);

}  // namespace overhand::report
