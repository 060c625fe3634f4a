/** Whose time it is, by the file that the code is in; the first that fits. */
const causes: readonly (readonly [string, RegExp])[] = [
  ['prisma', /@prisma|\/prisma\/generated|query_compiler|wasm/],
  ['pg', /node_modules\/(?:pg|pg-[\w-]+|postgres-[\w-]+|pgpass)\//],
  ['ioredis', /ioredis|redis-parser|redis-errors|denque|cluster-key-slot/],
  [
    'winston and the logger',
    /winston|logform|readable-stream|safe-stable-stringify|triple-beam|packages\/logger|node_modules\/async\//,
  ],
  ['metrics', /prom-client|tdigest|metrics\.ts|measures\.ts/],
  ['JWT', /jsonwebtoken|\/jws\/|\/jwa\/|ecdsa-sig|\/jose\/|packages\/tokens/],
  ['ajv', /ajv|validate\.ts/],
  ['body-parser', /node_modules\/(?:body-parser|raw-body|bytes|iconv-lite|qs|unpipe)\//],
  [
    'Express and router',
    /node_modules\/(?:express|router|finalhandler|on-finished|helmet|send|type-is|media-typer|content-type|http-errors|path-to-regexp|proxy-addr|ipaddr\.js|forwarded|parseurl|vary|fresh|etag|encodeurl|statuses|ee-first|mime-\w+|accepts|negotiator)\//,
  ],
  ['undici and calls of siblings', /undici|service-client/],
  ['argon2', /argon2/],
  ['own: edge', /packages\/(?:http-server|request-parser)/],
  ['own: services and packages', /\/services\/|\/packages\//],
];

/** Whose time a function takes; undefined for what works for its caller. */
export function causeOf({ functionName, url }: { functionName: string; url: string }): string | undefined {
  if (functionName === '(garbage collector)') return 'garbage collection';
  if (functionName === '(program)') return 'native code outside JavaScript';
  if (url.startsWith('node:internal/crypto')) return 'crypto';
  if (url.startsWith('node:internal/deps/undici')) return 'undici and calls of siblings';
  if (url === '' || url.startsWith('node:')) return undefined;
  return causes.find(([, pattern]) => pattern.test(url))?.[0] ?? 'other packages';
}
