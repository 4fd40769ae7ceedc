#!/bin/sh
# Puts what a server needs to run, and nothing else, into a folder: the build, and the native modules that are not in it.
# About 20 MB; `node FOLDER/dist/server/main.js` starts it.
set -eu
to="$1"
cd "$(dirname "$0")/.."

mkdir -p "$to"
cp -R package.json LICENSE dist "$to/"
for module in better-sqlite3 bindings file-uri-to-path @node-rs; do
  mkdir -p "$to/node_modules/$(dirname "$module")"
  cp -R "node_modules/$module" "$to/node_modules/$module"
done
# Sources and leftovers of a compiler.
rm -rf "$to/node_modules/better-sqlite3/deps" "$to/node_modules/better-sqlite3/src"
find "$to/node_modules/better-sqlite3/build" -type f ! -name better_sqlite3.node -delete
