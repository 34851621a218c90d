# Tests are built by the target `tests`, not by `all`. Quick ones run first: ctest takes the highest COST.
include(GoogleTest)
find_package(GTest REQUIRED)
add_custom_target(tests)

# overhand_test(masking sjppds): tests/masking/sjppds_test.cpp, labelled "masking". Each TEST is a test of
# ctest's own, so that one that is skipped shows as skipped and hides no other that failed.
function(overhand_test module name)
  set(target ${module}_${name}_test)
  add_executable(${target} EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/tests/${module}/${name}_test.cpp)
  add_dependencies(tests ${target})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_compile_options(${target} PRIVATE ${OVERHAND_WARNINGS})
  target_link_libraries(${target} PRIVATE overhand::${module} overhand_test_support GTest::gtest_main)
  gtest_discover_tests(${target} TEST_PREFIX ${module}.${name}. DISCOVERY_TIMEOUT 60
    PROPERTIES LABELS ${module} COST 100)
endfunction()

# overhand_cli_test(mask): tests/cli/test_mask.py, the command line as a user runs it. Where a test was
# skipped the whole file shows as skipped (tests/conftest.py gives that exit code), unless one failed.
function(overhand_cli_test name)
  add_test(NAME cli.${name} COMMAND ${OVERHAND_PYTHON} -m pytest -q -rs -p no:cacheprovider
           ${PROJECT_SOURCE_DIR}/tests/cli/test_${name}.py)
  set_tests_properties(cli.${name} PROPERTIES LABELS cli COST 10 SKIP_RETURN_CODE 77
    ENVIRONMENT "OVERHAND_BINARY=$<TARGET_FILE:overhand_cli>")
endfunction()

# overhand_python_test(frames): tests/python/test_frames.py, the Python package as it stands in the build
# tree.
function(overhand_python_test name)
  add_test(NAME python.${name} COMMAND ${OVERHAND_PYTHON} -m pytest -q -rs -p no:cacheprovider
           ${PROJECT_SOURCE_DIR}/tests/python/test_${name}.py)
  set_tests_properties(python.${name} PROPERTIES LABELS python COST 10 SKIP_RETURN_CODE 77
    ENVIRONMENT "OVERHAND_BINARY=$<TARGET_FILE:overhand_cli>;PYTHONPATH=${PROJECT_BINARY_DIR}/python;OMP_NUM_THREADS=1")
endfunction()

# overhand_spark_test(mask): tests/spark/test_mask.py, the Python package on a Spark of two tasks.
function(overhand_spark_test name)
  add_test(NAME spark.${name} COMMAND ${OVERHAND_PYTHON} -m pytest -q -rs -p no:cacheprovider
           ${PROJECT_SOURCE_DIR}/tests/spark/test_${name}.py)
  set_tests_properties(spark.${name} PROPERTIES LABELS spark COST 200 PROCESSORS 2 SKIP_RETURN_CODE 77
    ENVIRONMENT "PYTHONPATH=${PROJECT_BINARY_DIR}/python;OMP_NUM_THREADS=1")
endfunction()

# overhand_r_test(frames): tests/r/test-frames.R, the R package as it is installed in the build tree.
function(overhand_r_test name)
  add_test(NAME r.${name} COMMAND ${OVERHAND_RSCRIPT} ${PROJECT_SOURCE_DIR}/tests/r/run.R
           ${PROJECT_SOURCE_DIR}/tests/r/test-${name}.R)
  set_tests_properties(r.${name} PROPERTIES LABELS r COST 10 SKIP_RETURN_CODE 77
    ENVIRONMENT "OVERHAND_BINARY=$<TARGET_FILE:overhand_cli>;R_LIBS=${PROJECT_BINARY_DIR}/r-library;OVERHAND_SOURCE=${PROJECT_SOURCE_DIR};OMP_NUM_THREADS=1")
endfunction()

# overhand_web_test(report): tests/web/report.test.mjs, the report and the live page in Debian's Chromium.
function(overhand_web_test name)
  add_test(NAME web.${name} COMMAND ${OVERHAND_NODE} ${PROJECT_SOURCE_DIR}/tests/web/${name}.test.mjs)
  set_tests_properties(web.${name} PROPERTIES LABELS web COST 5 TIMEOUT 300
    ENVIRONMENT "OVERHAND_BINARY=$<TARGET_FILE:overhand_cli>")
endfunction()
