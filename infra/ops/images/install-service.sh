#!/bin/sh
# Run by the Dockerfiles in /app: installs what production runs of a service, and generates its database client.
# Usage: install-service.sh sso
set -eu
service=$1
install() { npx --yes "$(node -p "require('./package.json').packageManager")" install --frozen-lockfile "$@"; }

# All of it first, because Prisma's generator is a part of development.
install --filter "@latchkey/$service..."
(cd "services/$service" && PRISMA_SCHEMA_ENGINE_BINARY=/bin/true node_modules/.bin/prisma generate)
rm -rf node_modules packages/*/node_modules services/*/node_modules
install --prod --filter-prod "@latchkey/$service..."

# Then without what no process reads: TypeScript, source maps, a package's own tests, and all query compilers but the one of
# PostgreSQL, which is 2 of 71 MB.
cd node_modules/.pnpm
rm -rf @types+* undici-types@* bintrees@*/node_modules/bintrees/test
find . -type f \( -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' \) -delete
find swagger-ui-dist@* -type f -size +100k ! -name swagger-ui.css ! -name swagger-ui-bundle.js -delete
find @opentelemetry+* -path '*/build/es*' -type f -delete
cd @prisma+client@*/node_modules/@prisma/client/runtime
find . -name 'query_compiler*' ! -name 'query_compiler_small_bg.postgresql*.mjs' -delete
rm -f wasm-compiler-edge*
cd /app
rm -rf packages/testing pnpm-*.yaml infra
