// The folder of a release, before it is written and as its manifest describes it, for every face.
#pragma once

#include <string>

#include "commands/release.h"

namespace overhand::commands {

// Of a name such as people.csv.gz what tells the format; CSV for standard input and no name.
std::string extension_of(const std::string& path);

// The reason why a risk is accepted: fails where it is blank; an empty one accepts nothing.
Status check_reason(const std::string& why);

// A ledger tells who has it whether a record was released: fails where it lies in `folder`, or in
// the folder of another release.
Status check_ledger_place(const std::string& ledger, const std::string& folder);

// Fails where one of the files is there, or any other: all that is in the folder goes out.
Status check_no_release(const std::string& folder, const ReleaseFiles& files);

// Fails where there is none, or one that names no files.
Result<report::Json> manifest_in(const std::string& folder);

// The text there; nothing where a manifest has something else.
std::string text_in(const report::Json& object, const char* name);

// The path of a file that a manifest names. Fails where it is not the one that was released.
Result<std::string> released_path(const std::string& folder, const report::Json& file,
                                  const Progress& progress);

// What else lies in the folder, in order: the internal report while the owner has it.
std::vector<std::string> other_files(const std::string& folder, const report::Json& manifest);

// How many files a release has. Fails where one is not the one that was released.
Result<std::size_t> verified_files(const std::string& folder, const Progress& progress);

}  // namespace overhand::commands
