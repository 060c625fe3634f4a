import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import type { OpenApiDocument, OpenApiOperation } from './openapi.ts';
import type { OwnPaths } from './own-paths.ts';

const style = `
:root{color-scheme:light dark;--line:light-dark(#d9dde3,#343a44);--soft:light-dark(#5b6573,#a3adba)}
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
details{border:1px solid var(--line);border-radius:.5rem;margin:.5rem 0;padding:.6rem .9rem}
summary{cursor:pointer}code,pre{font:14px/1.5 ui-monospace,monospace}pre{overflow:auto}
summary span{color:var(--soft)}`;
const styleHash = createHash('sha256').update(style).digest('base64');
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'`;

/** /openapi.json, and /docs, a page without script that shows the same document. Each is made once, when asked for. */
export function createDocs(describe: () => OpenApiDocument): OwnPaths {
  let made: OpenApiDocument | undefined;
  let page: string | undefined;
  const readDocument = () => (made ??= describe());
  return {
    '/openapi.json': (_request: Request, response: Response) => void response.json(readDocument()),
    '/docs': (_request: Request, response: Response) => {
      page ??= renderDocs(readDocument());
      response.setHeader('content-security-policy', policy);
      response.type('html').send(page);
    },
  };
}

function renderDocs({ info, paths }: OpenApiDocument): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => renderOperation(method, path, operation)),
  );
  const title = escapeHtml(info.title);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${style}</style></head>
<body><main><h1>${title}</h1><p>${escapeHtml(info.description)}</p><p>Version ${escapeHtml(info.version)} · <a href="/openapi.json">openapi.json</a></p>
${operations.join('\n')}</main></body></html>`;
}

function renderOperation(method: string, path: string, operation: OpenApiOperation): string {
  const { summary, 'x-access': access, tags: _tags, security: _security, ...rest } = operation;
  return `<details><summary><code>${method.toUpperCase()} ${escapeHtml(path)}</code> ${escapeHtml(summary)} <span>· ${escapeHtml(access)}</span></summary><pre>${escapeHtml(JSON.stringify(rest, null, 2))}</pre></details>`;
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
