// Masking of files that do not fit in the memory: when, where, and with what said.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>

#include "columns.h"
#include "command_line.h"
#include "overhand/external/original.h"
#include "overhand/masking/methods.h"

namespace overhand::cli {

// --memory and --temporary.
struct MemoryArguments {
  std::optional<std::uint64_t> memory;  // none: what the machine has left
  std::string temporary;                // empty: beside the output

  void add_to(CLI::App& command);
};

// What a mask command says.
struct ExternalWish {
  const std::string& input;
  const std::string& output;
  const std::string& output_format;
  const std::string& lineage;
  const std::string& json;
  bool quiet;
  const ColumnChoice& choice;
  const StructureArguments& structure;
  const io::ReadOptions& reading;
  const KeyArguments& key;
  const masking::Method& method;
  const masking::MaskOptions& options;
  const MemoryArguments& memory;
};

// Fails where the rows of an output have no order that a lineage could follow.
void check_lineage(const std::string& lineage, const io::Layout& layout, const io::Format& format);

// Masks a part at a time where the table does not fit in the memory; false where it does, and
// nothing was done.
bool masked_beyond_memory(const ExternalWish& wish);

}  // namespace overhand::cli
