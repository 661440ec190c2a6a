#!/usr/bin/env bash
# Dumps the whole database into a folder of BACKUP_FOLDER and removes dumps that are too old. Keeps all of the last KEEP_DAYS
# days, and the first of each of the last KEEP_MONTHS months.
set -euo pipefail
cd "${BACKUP_FOLDER:-/backups}"
# Trusts what the processes trust: the public authorities and the private one. libpq takes one file. Without `verify` in the
# address it must have none: it would check the certificate although nobody asked for it.
if [[ $DATABASE_URL == *sslmode=verify-* ]]; then
  export PGSSLROOTCERT=${TMPDIR:-/tmp}/trusted-authorities.crt
  cat "${PUBLIC_AUTHORITIES:-/tmp/public-authorities.crt}" \
    "${PRIVATE_AUTHORITIES:-/etc/representa/certificate-authorities/ca.crt}" >"$PGSSLROOTCERT" 2>/dev/null || true
fi

dump=representa-$(date -u +%Y%m%dT%H%M%SZ)
rm -rf -- *.partial
pg_dump --format directory --jobs "${BACKUP_JOBS:-2}" --dbname "$DATABASE_URL" --file "$dump.partial"
pg_restore --list "$dump.partial" >/dev/null
# A dump has its name only when it is whole and on the disk.
sync
mv "$dump.partial" "$dump"
echo "made $dump, $(du -sh "$dump" | cut -f1)"

oldest_day=$(date -u -d "-${KEEP_DAYS:-14} days" +%Y%m%d)
oldest_month=$(date -u -d "-${KEEP_MONTHS:-12} months" +%Y%m)
last_month=
for old in representa-*Z; do
  day=${old:11:8}
  month=${old:11:6}
  first_of_month=$([ "$month" = "$last_month" ] || echo yes)
  last_month=$month
  if [ "$old" = "$dump" ] || [ "$day" -ge "$oldest_day" ]; then continue; fi
  if [ -n "$first_of_month" ] && [ "$month" -ge "$oldest_month" ]; then continue; fi
  rm -rf -- "$old"
  echo "removed $old"
done
