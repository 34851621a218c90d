// Results as JSON, one schema for every face: docs/results.schema.json.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "overhand/evaluation/linkage.h"
#include "overhand/release/release.h"
#include "overhand/risk/kept_columns.h"

namespace overhand::report {

using Json = nlohmann::ordered_json;

// The first pairing's measurements on top; the other pairings under "also".
Json evaluation_json(const evaluation::Evaluation& evaluation);

// {"columns": [names], "unchanged": [names], "unique": share, "unique_records", "below_three",
// "smallest_class"}.
// [{"column", "cells"}]: the cells of keys that are missing so that records share their keys.
Json suppressed_json(const masking::Masked& masked);

// {"units", "moved", "risky", "stuck"}: of a method that moves units about.
Json moved_json(const masking::MovedUnits& moved);
// {"k", "below", "alike_below", "fits_below"}: records that shared their keys with fewer than k
// before cells of keys were suppressed, and those that look alike with fewer now.
Json shared_keys_json(const masking::Masked& masked);

Json kept_json(const risk::KeptColumns& kept);

// {"pairing", "dbrl"}, with dbrl_ci and dbrl_sample where it is of a sample; or
// {"not_measured": why}.
Json linkage_json(const Result<evaluation::Linkage>& linkage);

// "choice" (null when nothing is under the ceiling), "nearest", and every point tried under "grid".
Json tuning_json(const tuning::Tuning& tuning);

// {"implausible": share, "broken_rules": [...]}.
Json plausibility_json(const Result<evaluation::Plausibility>& plausibility);

// What was released: the setting, why, and what was measured of that very table.
Json released_json(const release::Released& released);

// A point as in "choice": method, options, risk, loss, score.
Json point_json(const tuning::Tuned& tuned, const tuning::Point& point, tuning::Reading reading);

// {"schema": 1, "measures": [...]}.
Json measures_json();

}  // namespace overhand::report
