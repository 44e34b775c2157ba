#!/usr/bin/env bash
# Installs the agent hosts that test/clients/hosts names (1.7 GB, apart from the project) and runs the tests under them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

readonly CACHE=node_modules/.cache/clients

bash scripts/setup.sh --tests
mkdir -p "$CACHE"
if ! cmp -s test/clients/hosts/package.json "$CACHE/installed.json"; then
  cp test/clients/hosts/package.json "$CACHE/package.json"
  npm install --prefix "$CACHE" --no-audit --no-fund --loglevel=error
  cp "$CACHE/package.json" "$CACHE/installed.json"
fi
OFFHAND_CLIENTS=$PWD/$CACHE exec npx vitest run --project clients "$@"
