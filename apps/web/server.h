// The page, live, on this machine only: 127.0.0.1 and no other address, whatever the options.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "actions.h"
#include "overhand/core/progress.h"
#include "overhand/core/result.h"

namespace overhand::web {

struct ServeOptions {
  int port = 0;  // 0: any that is free
  std::size_t max_upload_bytes = std::size_t{1024} << 20;
};

// Serves until `stop` says cancelled, then removes all that the session kept. `ready` gets the
// address, which holds a secret: who has it can use the page.
Status serve(const ServeOptions& options, const Actions& actions,
             const std::function<void(const std::string& address)>& ready, const Progress& stop);

}  // namespace overhand::web
