#!/usr/bin/env bash
# Brings a checkout to the point where the demo (--demo) or the tests (--tests) run; --build is the part that builds.
# Does only what is missing, so calling it again costs almost nothing.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

readonly MIN_NODE_MAJOR=20
readonly STAMPS=node_modules/.cache/offhand-setup

if [[ -t 1 && -z "${NO_COLOR:-}" ]]; then readonly BOLD=$'\e[1m' PLAIN=$'\e[0m'; else readonly BOLD='' PLAIN=''; fi
step() { printf '%s==>%s %s\n' "$BOLD" "$PLAIN" "$*"; }
fail() { printf '%s\n' "$@" >&2; exit 1; }

usage() {
  fail 'usage: scripts/setup.sh --demo | --tests | --build' \
    '  --demo   everything the demonstration needs' \
    '  --tests  that, and everything the tests need' \
    '  --build  only build, when the sources changed'
}

check_node() {
  command -v node >/dev/null || fail 'Node.js is not installed.' \
    "Offhand needs Node.js $MIN_NODE_MAJOR or newer: https://nodejs.org/en/download"
  local version
  version=$(node --version)
  local major=${version#v}
  major=${major%%.*}
  ((major >= MIN_NODE_MAJOR)) || fail "Node.js $version is too old." \
    "Offhand needs Node.js $MIN_NODE_MAJOR or newer: https://nodejs.org/en/download"
}

install_modules() {
  local stamp=$STAMPS/package-lock.json
  [[ -d node_modules ]] && cmp -s package-lock.json "$stamp" && return
  # npm writes this file last, so a newer one means that it already installed what the lock file says
  if [[ ! node_modules/.package-lock.json -nt package-lock.json ]]; then
    step 'Installing npm packages'
    # not "npm ci": it refuses a lock file that does not name the optional packages of every other platform
    npm install --no-save --no-audit --no-fund --loglevel=error
  fi
  mkdir -p "$STAMPS"
  cp package-lock.json "$stamp"
}

is_built() {
  local stamp=$STAMPS/built sources=(src scripts/build.mjs tsconfig.json tsconfig.build.json package.json)
  compgen -G 'dist/bin/*.cjs' >/dev/null && [[ -e $stamp && -z $(find "${sources[@]}" -newer "$stamp" -print -quit) ]]
}

build() {
  mkdir -p "$STAMPS"
  exec 9>"$STAMPS/lock"
  flock 9 # several test runs may want to build at once
  if ! is_built; then
    step 'Building'
    touch "$STAMPS/started"
    npm run --silent build
    mv "$STAMPS/started" "$STAMPS/built"
  fi
  exec 9>&-
}

# Prints the alternatives ("a" or "a|b") of every package list given, one per line.
read_lists() { sed -e 's/#.*//' -e 's/[[:space:]]//g' -e '/^$/d' "$@" | sort -u; }

# Prints those alternatives none of which is installed.
missing_packages() {
  local wanted names installed
  wanted=$(read_lists "$@")
  mapfile -t names < <(tr '|' '\n' <<<"$wanted" | sort -u)
  installed=$({ dpkg-query -W -f '${Package} ${db:Status-Status}\n' "${names[@]}" 2>/dev/null || true; } | awk '$2 == "installed" { print $1 }')
  awk -F'|' 'NR == FNR { have[$1] = 1; next } { for (i = 1; i <= NF; i++) if ($i in have) next; print }' \
    <(printf '%s\n' "$installed") <(printf '%s\n' "$wanted")
}

# Prints for every alternative read the first name that the package lists on this machine know.
choose_candidates() {
  awk -F'|' 'lists { known[$1] = 1; next }
    { chosen = $1; for (i = 1; i <= NF; i++) if ($i in known) { chosen = $i; break }; print chosen }' \
    lists=1 <(apt-cache pkgnames) lists=0 -
}

any_unknown() { [[ -n $(comm -23 <(printf '%s\n' "$@" | sort -u) <(apt-cache pkgnames | sort -u)) ]]; }

install_packages() {
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    step 'No apt-get here: install the equivalents of these Debian packages yourself if they are missing'
    printf '    %s\n' "$(read_lists "$@" | paste -sd' ' -)"
    return
  fi
  local missing names as_root=()
  missing=$(missing_packages "$@")
  [[ -n $missing ]] || return 0
  if ((EUID != 0)); then
    if sudo -n true 2>/dev/null; then
      as_root=(sudo -n)
    else
      mapfile -t names < <(choose_candidates <<<"$missing")
      fail 'These packages are missing, and installing them needs root:' "    ${names[*]}" 'Run this, then try again:' \
        "    sudo apt-get update && sudo apt-get install -y --no-install-recommends ${names[*]}"
    fi
  fi
  local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=600 -o Dpkg::Use-Pty=0)
  local install=(install -y --no-install-recommends)
  mapfile -t names < <(choose_candidates <<<"$missing")
  local updated=''
  if any_unknown "${names[@]}"; then
    step 'Updating the package lists'
    "${apt[@]}" update
    updated=yes
    mapfile -t names < <(choose_candidates <<<"$missing")
  fi
  step "Installing ${#names[@]} Debian packages (this can take some minutes): ${names[*]}"
  quietly "${apt[@]}" "${install[@]}" "${names[@]}" && return
  [[ -z $updated ]] || fail 'apt-get could not install them; its messages are above.'
  step 'That failed; updating the package lists and trying once more'
  "${apt[@]}" update
  quietly "${apt[@]}" "${install[@]}" "${names[@]}" || fail 'apt-get could not install them; its messages are above.'
}

# Runs a command and shows what it says only when it fails.
quietly() {
  local said
  said=$("$@" 2>&1) || { local code=$?; printf '%s\n' "$said" >&2; return $code; }
}

main() {
  local lists=(scripts/packages/demo.txt)
  case "${1:-}" in
    --demo) ;;
    --tests) lists+=(scripts/packages/tests.txt) ;;
    --build) build; return ;;
    *) usage ;;
  esac
  check_node
  install_packages "${lists[@]}"
  install_modules
  build
}

main "$@"
