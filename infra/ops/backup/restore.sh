#!/bin/sh
# Restores what backup.sh wrote into three empty databases, and compares the rows: restore.sh FOLDER
#
# It needs psql and pg_restore, and the file PGSERVICEFILE of backup.sh. No service may run.
set -eu

fail() {
  echo "restore.sh: $1" >&2
  exit 1
}
ask() {
  service=$1
  shift
  psql -XAqtw -v ON_ERROR_STOP=1 -d "service=$service" "$@"
}

[ $# -eq 1 ] && [ -n "$1" ] || fail 'name the folder of the backup, and nothing else.'
[ -n "${PGSERVICEFILE-}" ] || fail 'PGSERVICEFILE does not name the file with the databases.'
here=$(cd "$(dirname "$0")" && pwd)
for service in sso user-api drop; do
  [ -s "$1/$service.dump" ] && [ -s "$1/$service.rows" ] || fail "$1 is no finished backup: $service is missing."
  tables=$(ask "$service" -c "select count(*) from pg_tables where schemaname = 'public'")
  [ "$tables" = 0 ] || fail "the database of $service holds $tables tables; only an empty one is restored into."
done
for service in sso user-api drop; do
  # Everything of a database, or nothing.
  pg_restore -w --exit-on-error --single-transaction -d "service=$service" "$1/$service.dump"
  # Without statistics the first hour would read whole tables.
  ask "$service" -c 'set client_min_messages = error' -c 'analyze'
  ask "$service" -f "$here/count-rows.sql" | diff - "$1/$service.rows" ||
    fail "the database of $service has other rows than the backup counted."
done
ask drop -f "$here/renumber-events.sql"
# They are named by the transaction numbers of another cluster, for services that were running then.
ask user-api -c 'delete from standing_changes'
echo "The databases of sso, user-api and drop hold the rows of $1."
