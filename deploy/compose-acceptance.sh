#!/usr/bin/env bash
# Builds the images (with --no-build as first argument: takes those that are there), starts everything with empty data, runs the
# acceptance suite against it, checks the containers, and removes everything. Other arguments go to vitest.
set -euo pipefail
cd "$(dirname "$0")/.."
build=yes
if [ "${1:-}" = --no-build ]; then build=; shift; fi
export PORT=${PORT:-3000} ADMIN_PORT=${ADMIN_PORT:-3100} ADMIN_TOKEN=${ADMIN_TOKEN:-$(openssl rand -hex 24)}

if docker compose version >/dev/null 2>&1; then compose=(docker compose); else compose=(docker-compose); fi
compose+=(--project-name representa-acceptance)

finish() {
  status=$?
  if [ "$status" != 0 ]; then "${compose[@]}" logs --tail 40; fi
  "${compose[@]}" down --volumes --remove-orphans
  exit "$status"
}
trap finish EXIT

container() { "${compose[@]}" ps --quiet "$1"; }
milliseconds() { node --print 'Date.now()'; }
failed=0
expect() { # expect CONDITION COMMAND…: reports a failure and continues, so that one run shows all failures
  local condition=$1
  shift
  if ! "$@" >/dev/null 2>&1; then echo "failed: $condition" >&2; failed=1; fi
}

if [ -n "$build" ]; then "${compose[@]}" build; fi
begun=$(milliseconds)
# Compose would otherwise build images that are missing.
"${compose[@]}" up --detach --no-build
until [ "$(docker inspect --format '{{.State.Health.Status}}' "$(container gateway)")" = healthy ]; do
  if [ $(($(milliseconds) - begun)) -gt 180000 ]; then echo 'the gateway did not become healthy' >&2; exit 1; fi
  sleep 0.5
done
echo "ready after $((($(milliseconds) - begun) / 1000)) s"

BASE_URL=http://127.0.0.1:$PORT npx vitest run --project acceptance "$@" || failed=1

# What a bundle reads beside its code (the page's script, the fonts of a PDF), and what the suite does not use.
api() { curl --silent --fail --retry 5 -H 'x-api-key: demo-empresa-a' "http://127.0.0.1:$PORT$1" "${@:2}"; }
begins_with() { [ "$(head -c "${#1}")" = "$1" ]; }
has_page() { api "$(api /docs | grep -oE '/docs/[a-z0-9./-]+\.js' | head -1)" | [ "$(wc -c)" -gt 1000000 ]; }
has_spreadsheet() { api '/api/v1/sales/export?formato=xlsx' >"$scratch" && begins_with PK <"$scratch"; }
has_statement() {
  id=$(api /api/v1/representadas --json '{"nome":"Extrato"}' | grep -oE '[0-9a-f-]{36}' | head -1)
  api "/api/v1/commissions/statement?representada_id=$id&mes=2026-01&formato=pdf" >"$scratch" && begins_with %PDF <"$scratch"
}
has_operator_api() { curl --silent --fail -H "authorization: Bearer $ADMIN_TOKEN" "http://127.0.0.1:$ADMIN_PORT/admin/v1/empresas"; }
has_command() {
  docker exec "$(container gateway)" node dist/empresas.js create 'Empresa de teste' --json | grep -q '"chave"' &&
    docker exec "$(container gateway)" node dist/empresas.js audit verify 01900000-0000-7000-8000-00000000000a
}
scratch=$(mktemp)
expect 'the page /docs has its script' has_page
expect 'sales are exported as a spreadsheet' has_spreadsheet
expect 'a statement is made as a PDF' has_statement
expect "the operator's API answers on its port" has_operator_api
expect 'the command empresas creates a company and verifies an audit' has_command
rm "$scratch"

# Every metric of the dashboard is exported by some process. Names with colons are of recording rules.
exported=$(for process in gateway sales catalog clients; do
  docker exec "$(container "$process")" node --eval 'fetch("http://127.0.0.1:9464/metrics").then((r) => r.text()).then(console.log)'
done)
for metric in $(grep '"expr"' deploy/components/monitoring/representa.json | grep -oE '[a-z0-9_:]+\{' | tr -d '{' | grep -v : | sort -u); do
  expect "$metric is exported" grep -q "^$metric[{ ]" <<<"$exported"
done

# A builder may keep base images to itself, where `docker image inspect` does not find them.
size_of() { docker image inspect --format '{{.Size}}' "$1" 2>/dev/null; }
base=$(sed -n 's/^ARG NODE_IMAGE=//p' deploy/Dockerfile)
base_size=$(size_of "$base" || { docker pull --quiet "$base" >/dev/null && size_of "$base"; } || true)
if [ -z "$base_size" ]; then echo "SKIPPED: the sizes of the images, because $base cannot be pulled" >&2; fi

for process in gateway sales catalog clients; do
  id=$(container "$process")
  expect "$process is PID 1" [ "$(docker exec "$id" readlink /proc/1/exe)" = /usr/local/bin/node ]
  expect "$process runs as user 1000" [ "$(docker exec "$id" id -u)" = 1000 ]
  expect "$process can write nowhere" docker exec "$id" sh -c '! touch /app/written && ! touch /tmp/written'
  expect "$process has no npm" docker exec "$id" sh -c '! command -v npm && ! command -v npx && ! command -v yarn'
  expect "$process was never restarted" [ "$(docker inspect --format '{{.RestartCount}}' "$id")" = 0 ]
  begun=$(milliseconds)
  docker stop --time 20 "$id" >/dev/null
  took=$(($(milliseconds) - begun))
  expect "$process exits with 0 after SIGTERM" [ "$(docker inspect --format '{{.State.ExitCode}}' "$id")" = 0 ]
  echo "$process: stopped in $took ms"
  if [ -n "$base_size" ]; then
    above=$((($(size_of "representa/$process:dev") - base_size) / 1000000))
    expect "the image of $process adds less than 200 MB" [ "$above" -lt 200 ]
    echo "$process: its image adds $above MB to its base"
  fi
done
exit "$failed"
