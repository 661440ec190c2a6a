#!/usr/bin/env bash
# Restores the newest dump into a PostgreSQL of its own, and runs consistency.sql. Fails when there is no recent dump, when it
# cannot be restored, or when a rule is broken.
set -euo pipefail
here=$(dirname "$0")
scratch=${SCRATCH_FOLDER:-/scratch}
cd "${BACKUP_FOLDER:-/backups}"

dump=$(find . -maxdepth 1 -name 'representa-*Z' | sort | tail -1)
[ -n "$dump" ] || { echo 'there is no dump' >&2; exit 1; }
if [ -z "$(find "$dump" -maxdepth 0 -mmin "-$((${MAX_AGE_HOURS:-26} * 60))")" ]; then
  echo "the newest dump, $dump, is older than ${MAX_AGE_HOURS:-26} hours" >&2
  exit 1
fi

rm -rf "$scratch/data"
initdb --pgdata "$scratch/data" --username postgres --auth trust --encoding UTF8 --locale C \
  --locale-provider builtin --builtin-locale C.UTF-8 --no-sync >/dev/null
settings="-c listen_addresses= -c unix_socket_directories=$scratch -c fsync=off -c max_wal_size=4GB"
pg_ctl --pgdata "$scratch/data" --wait --log "$scratch/log" --options "$settings" start >/dev/null ||
  { cat "$scratch/log" >&2; exit 1; }
trap 'pg_ctl --pgdata "$scratch/data" --mode immediate stop >/dev/null; rm -rf "$scratch/data"' EXIT
export PGHOST=$scratch PGUSER=postgres

createdb representa
begun=$SECONDS
pg_restore --no-owner --no-privileges --exit-on-error --jobs "${BACKUP_JOBS:-2}" --dbname representa "$dump"
psql --quiet --dbname representa --command 'vacuum (analyze)'
echo "restored $dump in $((SECONDS - begun)) s"

# Fails, and names the rules, when one is broken.
psql --no-psqlrc --no-align --tuples-only --dbname representa --file "$here/consistency.sql"
psql --no-psqlrc --dbname representa --command "
  select (select count(*) from gateway.empresa) as companies, (select count(*) from sales.sale) as sales,
    (select count(*) from clients.client) as clients, (select max(created_at) from sales.sale) as newest_sale"
