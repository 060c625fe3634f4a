import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import Negotiator from 'negotiator';
import type { OwnPaths } from '../types.ts';

const { resolve } = createRequire(import.meta.url);

/** The files of the explorer by the path that they are served at. */
const files: Readonly<Record<string, { readonly file: string; readonly type: string }>> = {
  '/docs/swagger-ui.css': { file: resolve('swagger-ui-dist/swagger-ui.css'), type: 'css' },
  '/docs/swagger-ui-bundle.js': { file: resolve('swagger-ui-dist/swagger-ui-bundle.js'), type: 'js' },
  '/docs/explorer.css': { file: resolve('../../assets/explorer.css'), type: 'css' },
  '/docs/start-explorer.js': { file: resolve('../../assets/start-explorer.js'), type: 'js' },
};

/** Serves the explorer's files. Each is read and compressed once, when asked for; a browser that has it gets a 304. */
export const assetPaths: OwnPaths = Object.fromEntries(
  Object.entries(files).map(([path, { file, type }]) => {
    let loading: Promise<Asset> | undefined;
    return [
      path,
      async (request: Request, response: Response) => {
        const asset = await (loading ??= load(file));
        const wantsGzip = new Negotiator(request).encoding(['gzip', 'identity']) === 'gzip';
        response.set({ etag: asset.etag, 'cache-control': 'no-cache' }).vary('Accept-Encoding');
        if (wantsGzip) response.set('content-encoding', 'gzip');
        response.type(type).send(wantsGzip ? asset.compressed : asset.plain);
      },
    ];
  }),
);

interface Asset {
  readonly plain: Buffer;
  readonly compressed: Buffer;
  readonly etag: string;
}

async function load(file: string): Promise<Asset> {
  const plain = await readFile(file);
  const hash = createHash('sha256').update(plain).digest('base64url');
  // Weak: it stands for both encodings.
  return { plain, compressed: await promisify(gzip)(plain), etag: `W/"${hash}"` };
}
