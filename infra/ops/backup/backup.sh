#!/bin/sh
# Dumps the three databases as they were at one moment, and counts their rows: backup.sh FOLDER
#
# It needs psql and pg_dump, not older than the server, and a file PGSERVICEFILE with the parts sso, user-api and drop:
# each names one database and its owner. No key is in the backup, except those that seal secrets inside the databases.
#
# PostgreSQL has no snapshot of three databases. This opens one of each, within milliseconds of each other, before it
# dumps any. Their order makes sure that a later database knows at least what an earlier one has built on: sso marks an
# event as sent when user-api has stored it, and user-api acts on a one-time payload when drop has consumed it.
set -eu
umask 077

fail() {
  echo "backup.sh: $1" >&2
  exit 1
}

# Opens a snapshot of the first database, in it those of the others, and then dumps and counts what it shows.
hold() {
  unfinished=$1 service=$2 here=$3
  shift 3
  next=
  [ $# -eq 0 ] || next="\\! '$here/backup.sh' --hold '$unfinished' $*"
  psql -XAqtw -v ON_ERROR_STOP=1 -d "service=$service" <<END
set idle_in_transaction_session_timeout = 0;
set statement_timeout = 0;
begin isolation level repeatable read read only;
select pg_export_snapshot() as snapshot \\gset
\\setenv SNAPSHOT :snapshot
$next
\\! cd '$unfinished' && pg_dump -w -Fc --snapshot "\$SNAPSHOT" -f $service.part -d service=$service && mv $service.part $service.dump
\\o '$unfinished/$service.rows'
\\i '$here/count-rows.sql'
commit;
END
}

here=$(cd "$(dirname "$0")" && pwd)
if [ "${1-}" = --hold ]; then
  unfinished=$2
  service=$3
  shift 3
  hold "$unfinished" "$service" "$here" "$@"
  exit
fi
[ $# -eq 1 ] && [ -n "$1" ] || fail 'name the folder of the backup, and nothing else.'
[ -n "${PGSERVICEFILE-}" ] || fail 'PGSERVICEFILE does not name the file with the databases.'
[ ! -e "$1" ] || fail "$1 exists."
mkdir -p "$1.unfinished"
unfinished=$(cd "$1.unfinished" && pwd)
hold "$unfinished" sso "$here" user-api drop
# psql does not report a command of the shell that failed.
for service in sso user-api drop; do
  for kind in dump rows; do
    [ -s "$unfinished/$service.$kind" ] || fail "the backup of $service failed; its remains are in $unfinished."
  done
done
mv "$unfinished" "$1"
echo "$1 holds the databases of sso, user-api and drop."
