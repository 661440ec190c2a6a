#!/usr/bin/env bash
# Builds the images, brings everything up from nothing, runs the acceptance suite against it, looks at the containers, and
# takes it all down again. Arguments go to vitest.
set -euo pipefail
cd "$(dirname "$0")/.."
export PORT=${PORT:-3000}

if docker compose version >/dev/null 2>&1; then compose=(docker compose); else compose=(docker-compose); fi
compose+=(--project-name representa-acceptance)

finish() {
  status=$?
  if [ "$status" != 0 ]; then "${compose[@]}" logs --tail 40; fi
  "${compose[@]}" down --volumes --remove-orphans
  exit "$status"
}
trap finish EXIT

"${compose[@]}" build
begun=$(date +%s)
"${compose[@]}" up --detach
container() { "${compose[@]}" ps --quiet "$1"; }
until [ "$(docker inspect --format '{{.State.Health.Status}}' "$(container gateway)")" = healthy ]; do
  if [ $(($(date +%s) - begun)) -gt 120 ]; then echo 'the gateway did not become healthy' >&2; exit 1; fi
  sleep 0.5
done
echo "up after $(($(date +%s) - begun)) s"

BASE_URL=http://127.0.0.1:$PORT npx vitest run --project acceptance "$@"

fail() { echo "$1" >&2; exit 1; }
for process in gateway sales catalog clients; do
  id=$(container "$process")
  inside() { docker exec "$id" "$@"; }
  [ "$(inside cat /proc/1/comm)" = node ] || [ "$(inside readlink /proc/1/exe)" = /usr/local/bin/node ] || fail "$process: PID 1 is not node"
  [ "$(inside id -u)" = 1000 ] || fail "$process: runs as another user than 1000"
  if inside touch /app/written 2>/dev/null; then fail "$process: its file system can be written"; fi
  if inside sh -c 'command -v npm || command -v npx || command -v yarn' >/dev/null; then fail "$process: npm is there"; fi
  [ "$(docker inspect --format '{{.RestartCount}}' "$id")" = 0 ] || fail "$process: was restarted"
  begun=$(date +%s%N)
  docker stop --time 20 "$id" >/dev/null
  took=$((($(date +%s%N) - begun) / 1000000))
  code=$(docker inspect --format '{{.State.ExitCode}}' "$id")
  [ "$code" = 0 ] || fail "$process: ended with $code when told to stop"
  size=$(docker image inspect --format '{{.Size}}' "representa/$process:dev")
  echo "$process: stopped in $took ms; its image has $((size / 1000000)) MB"
done
