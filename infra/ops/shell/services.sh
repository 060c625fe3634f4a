# Functions of docs/operating.md, for a shell in the folder of the checkout, with the values of the site.

# A new key of 32 random bytes.
key() { node -p "require('node:crypto').randomBytes(32).toString('base64url')"; }

# Replaces the shell by a command of a service: in its folder, with its settings and, where its user exists, as that user.
become() {
  set -a
  . "$LATCHKEY_HOME/common.env"
  . "$LATCHKEY_HOME/$1.env"
  set +a
  cd "services/$1" || return
  user=latchkey-$1 && shift
  ! id "$user" > /dev/null 2>&1 || set -- setpriv --reuid="$user" --regid="$user" --init-groups "$@"
  exec "$@"
}
as() ( become "$@" )
migrate() (
  set -a
  . "$LATCHKEY_HOME/$1-migrate.env"
  set +a
  cd "services/$1" && exec "latchkey-$1" migrate
)

# Without a supervisor: start SERVICE, stop SERVICE, and ready, which waits for all three.
start() {
  become "$1" env MALLOC_ARENA_MAX=1 node --max-old-space-size=192 --max-semi-space-size=8 --disable-warning=ExperimentalWarning src/main.ts >> "$LATCHKEY_HOME/$1.log" 2>&1 &
  echo $! > "$LATCHKEY_HOME/$1.pid"
}
stop() {
  kill "$(cat "$LATCHKEY_HOME/$1.pid")"
  while kill -0 "$(cat "$LATCHKEY_HOME/$1.pid")" 2> /dev/null; do sleep 1; done
}
# It gives up when a service has ended, and shows the end of its log.
ready() {
  for one in "sso $SSO_PORT" "user-api $USER_API_PORT" "drop $DROP_PORT"; do
    until curl --silent --fail --output /dev/null "http://127.0.0.1:${one#* }/health/ready"; do
      kill -0 "$(cat "$LATCHKEY_HOME/${one% *}.pid")" || { tail -n 3 "$LATCHKEY_HOME/${one% *}.log"; return 1; }
      sleep 1
    done
  done
}
