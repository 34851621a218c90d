# The page program (apps/web/page) built by Vite into one HTML file and made a C++ source, which
# OVERHAND_PAGE_SOURCE names. tools/setup installs what the build needs (npm ci).
set(page_folder ${PROJECT_SOURCE_DIR}/apps/web/page)
set(page_output ${PROJECT_BINARY_DIR}/page)
set(OVERHAND_PAGE_SOURCE ${PROJECT_BINARY_DIR}/page_template.cpp)

find_program(OVERHAND_NODE node REQUIRED)
if(NOT EXISTS ${page_folder}/node_modules)
  message(FATAL_ERROR "The page's packages are not installed; run tools/setup.")
endif()
file(GLOB_RECURSE page_sources CONFIGURE_DEPENDS ${page_folder}/src/*)
add_custom_command(
  OUTPUT ${OVERHAND_PAGE_SOURCE}
  COMMAND ${OVERHAND_NODE} node_modules/typescript/bin/tsc --noEmit
  COMMAND ${OVERHAND_NODE} node_modules/vite/bin/vite.js build --outDir ${page_output} --logLevel warn
  COMMAND ${OVERHAND_NODE} embed.mjs ${page_output}/index.html ${OVERHAND_PAGE_SOURCE}
  DEPENDS ${page_sources} ${page_folder}/index.html ${page_folder}/vite.config.ts
          ${page_folder}/tsconfig.json ${page_folder}/package-lock.json ${page_folder}/embed.mjs
  WORKING_DIRECTORY ${page_folder}
  COMMENT "Building the page"
  VERBATIM)
