// The key of one release.
#pragma once

#include <span>
#include <string>

#include "overhand/masking/digest.h"
#include "overhand/masking/methods.h"

namespace overhand::masking {

// Everything that makes a release this one and no other is in its key: the method, the value of
// every option, whether its rows are shuffled, the names, roles and kinds of the columns, the
// number of records and a digest of the values to mask (docs/theory/keys.md). So two releases of
// one key that differ in anything have nothing random in common, and the same table gives the same
// release whatever file it comes from.
random::Key release_key(const random::Key& key, const Method& method, const MaskOptions& options,
                        const Table& original);

// What the statement of a release says of one column, for who has one column at a time, or parts of
// all.
struct StatedColumn {
  std::string name;
  Role role = Role::mask;
  std::string kind = {};  // of levels: what a method sees beside the values
  Digest digest = {};     // the sum of those of all parts
  bool is_digested = true;
};
StatedColumn stated(const Column& column, const Method& method);  // still without its digest

// The key that digests are made by (digest.h).
random::Key digest_key(const random::Key& key);

// The same key, of `rows` records with these columns.
random::Key release_key(const random::Key& key, const Method& method, const MaskOptions& options,
                        std::size_t rows, std::span<const StatedColumn> columns);

}  // namespace overhand::masking
