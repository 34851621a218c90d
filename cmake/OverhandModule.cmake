# overhand_module(masking USES core table random LINKS fmt::fmt SOURCES sjppds.cpp)
# A library overhand::masking that may use just the modules it names: the architecture, in one line each.
# LINKS: libraries of others. OFFERS: the same, where the module's headers include them.
# EXACT: its results are the same on every processor (OverhandProcessor); EXACT_SOURCES: those of
# these sources are.
function(overhand_module name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "EXACT" "" "USES;LINKS;OFFERS;EXACT_SOURCES;SOURCES")
  list(TRANSFORM arg_SOURCES PREPEND ${name}/)
  list(TRANSFORM arg_EXACT_SOURCES PREPEND ${name}/)
  set_source_files_properties(${arg_EXACT_SOURCES} PROPERTIES COMPILE_OPTIONS "${OVERHAND_EXACT}")
  list(TRANSFORM arg_USES PREPEND overhand::)
  add_library(overhand_${name} ${arg_SOURCES} ${arg_EXACT_SOURCES})
  add_library(overhand::${name} ALIAS overhand_${name})
  target_compile_features(overhand_${name} PUBLIC cxx_std_20)
  target_compile_options(overhand_${name} PRIVATE ${OVERHAND_WARNINGS})
  if(arg_EXACT)
    target_compile_options(overhand_${name} PRIVATE ${OVERHAND_EXACT})
  endif()
  target_include_directories(overhand_${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>)
  target_link_libraries(overhand_${name} PUBLIC ${arg_USES} ${arg_OFFERS} PRIVATE ${arg_LINKS})
  overhand_install_module(${name})
endfunction()
