# overhand_embed_page(target): the page program (apps/web/page), built by Vite into one HTML file and
# compiled into the target. tools/setup installs what the build needs (npm ci), and a Node.js into
# .venv where the machine's own is missing or too old: so that one comes first.
find_program(OVERHAND_NODE node HINTS ${PROJECT_SOURCE_DIR}/.venv/bin REQUIRED)

function(overhand_embed_page target)
  set(folder ${PROJECT_SOURCE_DIR}/apps/web/page)
  set(page ${PROJECT_BINARY_DIR}/page)
  set(source ${PROJECT_BINARY_DIR}/page_template.cpp)
  if(NOT EXISTS ${folder}/node_modules)
    message(FATAL_ERROR "The page's packages are not installed; run tools/setup.")
  endif()
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${folder}/src/*)
  add_custom_command(
    OUTPUT ${source}
    COMMAND ${OVERHAND_NODE} node_modules/typescript/bin/tsc --noEmit
    COMMAND ${OVERHAND_NODE} node_modules/vite/bin/vite.js build --outDir ${page} --logLevel warn
    COMMAND ${OVERHAND_NODE} embed.mjs ${page}/index.html ${source}
    DEPENDS ${sources} ${folder}/index.html ${folder}/vite.config.ts ${folder}/tsconfig.json
            ${folder}/package-lock.json ${folder}/embed.mjs
    WORKING_DIRECTORY ${folder}
    COMMENT "Building the page"
    VERBATIM)
  # A target of its own: the page can be had without what the target links.
  add_custom_target(overhand_page DEPENDS ${source})
  target_sources(${target} PRIVATE ${source})
  set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()
