import type { Request, Response } from 'express';
import type { OwnPaths } from '../types.ts';
import { assetPaths } from './assets.ts';
import type { OpenApiDocument } from './document.ts';

/** Only files of this origin are loaded, and only this origin is asked. Swagger UI draws its icons from data: addresses. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** /openapi.json, made once, when asked for; and /docs, which shows it in Swagger UI. */
export function createDocs(title: string, describe: () => OpenApiDocument): OwnPaths {
  let made: OpenApiDocument | undefined;
  return {
    '/openapi.json': (_request: Request, response: Response) => void response.json((made ??= describe())),
    '/docs': (_request: Request, response: Response) => {
      response.setHeader('content-security-policy', policy);
      response.type('html').send(renderExplorer(title));
    },
    ...assetPaths,
  };
}

/** Its addresses are relative, so that a proxy may serve the service under a path of its own. */
function renderExplorer(title: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs/swagger-ui.css">
<link rel="stylesheet" href="docs/explorer.css">
</head>
<body>
<main id="explorer"></main>
<noscript>This page needs JavaScript. <a href="openapi.json">openapi.json</a> is the document that it shows.</noscript>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start-explorer.js"></script>
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
  return text.replace(/[&<>]/g, (character) => entities[character] ?? '');
}
