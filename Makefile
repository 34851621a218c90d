# Overhand: build, try, test. Each target first sets up what it needs (tools/setup).
.PHONY: all setup build demo test bench check study clean

all: build

setup:
	@tools/setup

build: setup
	@test -f build/build.ninja || cmake -S . -B build -G Ninja --log-level=WARNING >/dev/null
	@cmake --build build

demo: build
	@build/overhand demo

test: build
	@ctest --test-dir build --output-on-failure -j 2

bench: build
	@cmake --build build --target benches
	@tools/bench

check: build
	@tools/check

# The paper's experiments: make study DATA=folder with census.csv and tarragona.csv
DATA ?= data
study: build
	@build/overhand study --data $(DATA) -o study
	@.venv/bin/python tools/figures study

clean:
	@rm -rf build
