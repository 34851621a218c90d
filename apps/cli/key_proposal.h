// What inspect proposes for keys: how to coarsen them so that records share them.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "overhand/coarsening/proposal.h"
#include "overhand/table/schema.h"

namespace overhand::cli {

// --keys and --k.
struct KeyProposalArguments {
  std::vector<std::string> keys;
  std::size_t k = 3;

  void add_to(CLI::App& command);
};

// The same as words of a shell, each with a blank in front; "" where nothing was said.
std::string text_of(const KeyProposalArguments& arguments);

// The steps in sentences, the first one of the keys as they are.
std::vector<std::string> sentences_on(const coarsening::Proposal& proposal, std::size_t k);

// The schema in which the keys are kept and coarsened so, and a comment above each that changes.
void put_into(Schema& schema, SchemaComments& comments, const KeyProposalArguments& arguments,
              const coarsening::Proposal& proposal);

}  // namespace overhand::cli
