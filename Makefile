# Overhand: build, try, test. Each target first sets up what it needs and no more (tools/setup).
.PHONY: all build demo tests test bench check study clean

configure = cmake -S . -B build -G Ninja --log-level=WARNING

all: build

build:
	@tools/setup program page
	@test -f build/build.ninja || $(configure) -DOVERHAND_TESTS=OFF >/dev/null
	@cmake --build build

demo: build
	@build/overhand demo

tests:
	@tools/setup program page tests
	@$(configure) -DOVERHAND_TESTS=ON >/dev/null
	@cmake --build build --target all tests

test: tests
	@ctest --test-dir build --output-on-failure -j 2

bench: build
	@tools/setup benches
	@$(configure) -DOVERHAND_BENCHES=ON >/dev/null
	@cmake --build build --target benches
	@tools/bench

check: build
	@tools/setup checks
	@tools/check

# The paper's experiments: make study DATA=folder with census.csv and tarragona.csv
DATA ?= data
study: build
	@tools/setup figures
	@build/overhand study --data $(DATA) -o study
	@.venv/bin/python tools/figures study

clean:
	@rm -rf build
