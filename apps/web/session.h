// Session: the private folder of one run of the server and the table that is open in it. Every name
// in the folder is chosen here.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "overhand/core/result.h"
#include "overhand/inspection/inspection.h"
#include "overhand/io/read_table.h"
#include "private_folder.h"

namespace overhand::web {

// The table that the page works on.
struct OpenTable {
  bool is_read() const { return !columns.empty(); }

  std::string path;      // in the session's folder
  std::string filename;  // as the person calls it
  std::string extension;
  std::vector<std::string> columns = {};  // none where it could not be read as `reading` says
  io::ReadOptions reading = {};
  std::shared_ptr<const inspection::Inspection> inspection = nullptr;
};

class Session {
 public:
  static Result<Session> create();
  Session(Session&& other) noexcept;
  Session& operator=(Session&&) = delete;

  const std::string& folder() const { return folder_.path(); }

  // The place for a table with the extension of `filename`, or a sentence on an unknown extension.
  Result<OpenTable> place_for(const std::string& filename);

  // Takes the table as the open one and forgets the one before.
  void open(const OpenTable& table);
  std::optional<OpenTable> table() const;

 private:
  explicit Session(PrivateFolder folder) : folder_(std::move(folder)) {}

  PrivateFolder folder_;
  mutable std::mutex mutex_;
  std::optional<OpenTable> table_;
  std::size_t places_ = 0;
};

}  // namespace overhand::web
