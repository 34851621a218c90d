// What should become of a column, and why.
#pragma once

#include <string>

#include "overhand/inspection/name_words_internal.h"
#include "overhand/inspection/tally_internal.h"
#include "overhand/table/column.h"
#include "overhand/table/column_plan.h"
#include "overhand/table/identifiers.h"

namespace overhand::inspection {

struct Proposal {
  Type type;
  Treatment role;
  std::string why;
  bool looks_like_identifier = false;
  bool looks_like_weight = false;  // that says how many each record stands for
};

// Of a settled column.
Proposal proposal_for(const Column& column, const Tally& tally);

// Whole numbers that tell records apart: nearly unique ones that fill their range, as running
// numbers do, or are long; or more than few_levels under a name that says so.
// `why`, a sentence, or empty.
std::string number_identity(const Column& column, const NameWords& name);

// The same of any column: names, addresses, dates of birth, texts and times that nearly every
// record has for itself.
std::string identity_of(const Column& column, const NameWords& name);

// Texts under a name of persons, or of the shape of addresses and accounts, however many share one.
bool names_persons(const Texts& texts, const NameWords& name);

// Few different whole numbers that stand for something: the name says so, or they are two, or run
// from 1. Not where the name says that they count (children, days), and not many for the records.
// A zip code by its name, whatever the number of them.
bool looks_like_code(const Column& column, const NameWords& name);

}  // namespace overhand::inspection
