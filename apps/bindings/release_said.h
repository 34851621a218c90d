// What is said of a release: for whom it is, under which ceilings, and where it goes.
#pragma once

#include <limits>
#include <string>

#include "bindings/said.h"
#include "commands/release.h"

namespace overhand::bindings {

struct ReleaseArguments {
  std::string folder;
  std::string ledger;
  std::string accepted;
  std::string method;
  release::Profile profile = release::Profile::research;
  double seconds = std::numeric_limits<double>::infinity();
};

ReleaseArguments release_arguments(const std::string& folder, const Said& said);

release::GateWish wish_of(const Said& said, const ReleaseArguments& arguments,
                          const Structure& structure);

// Fails where something is in the way of the files.
void check_release_folder(const ReleaseArguments& arguments, const commands::ReleaseFiles& files);

void make_folder(const std::string& path);

// With a Failure that names the argument.
void done_or_fail_as(const char* name, const Status& status);

}  // namespace overhand::bindings
