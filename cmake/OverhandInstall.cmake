# cmake --install build --prefix P: the program in P/bin, the modules and their headers for
# find_package(overhand), and Arrow's libraries in P/lib/overhand, so that nothing in P needs .venv.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)
set(OVERHAND_PRIVATE_LIBRARIES ${CMAKE_INSTALL_LIBDIR}/overhand)
set(OVERHAND_CMAKE ${CMAKE_INSTALL_LIBDIR}/cmake/overhand)

# Who uses a module is compiled for the same processor: where Eigen's matrices lie depends on it.
function(overhand_install_module name)
  set_target_properties(overhand_${name} PROPERTIES EXPORT_NAME ${name})
  target_compile_options(overhand_${name} INTERFACE $<INSTALL_INTERFACE:-march=${OVERHAND_MARCH}>)
  install(TARGETS overhand_${name} EXPORT overhand INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
endfunction()

function(overhand_install_program target)
  set_target_properties(${target} PROPERTIES
    INSTALL_RPATH $ORIGIN/../${OVERHAND_PRIVATE_LIBRARIES})
  install(TARGETS ${target} RUNTIME)
endfunction()

# Headers named *_internal.h stay at home: tools/check_layers.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/src/overhand TYPE INCLUDE
  FILES_MATCHING PATTERN "*.h" PATTERN "*_internal.h" EXCLUDE)
install(IMPORTED_RUNTIME_ARTIFACTS Arrow::arrow Arrow::parquet
  LIBRARY DESTINATION ${OVERHAND_PRIVATE_LIBRARIES})
install(EXPORT overhand NAMESPACE overhand:: DESTINATION ${OVERHAND_CMAKE}
  FILE overhandTargets.cmake)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/overhandConfig.cmake.in
  ${PROJECT_BINARY_DIR}/overhandConfig.cmake INSTALL_DESTINATION ${OVERHAND_CMAKE}
  PATH_VARS OVERHAND_PRIVATE_LIBRARIES)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/overhandConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/overhandConfig.cmake
  ${PROJECT_BINARY_DIR}/overhandConfigVersion.cmake DESTINATION ${OVERHAND_CMAKE})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE TYPE DOC)
