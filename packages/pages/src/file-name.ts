const longestName = 120;

/** What no disk takes in a name, and what a terminal, a header or another system would obey. */
const unfit = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}<>:"|?*\\/]/gu;

/**
 * The name that a file travelled with: without a path, and never one that is hidden or looks like an option. Undefined
 * where there is none.
 */
export function readFileName(data: unknown): string | undefined {
  const { filename } = (data ?? {}) as { readonly filename?: unknown };
  if (typeof filename !== 'string') return undefined;
  const base = filename.split(/[/\\]/).at(-1) ?? '';
  const name = Array.from(base.replace(unfit, '_')).slice(0, longestName).join('').trim();
  return name === '' ? undefined : name.replace(/^[.~-]/, '_');
}

/** The header that has a browser save a file under a name of {@link readFileName}. Source: RFC 6266 4.3, RFC 8187 3.2. */
export function describeAttachment(name: string): string {
  const plain = name.replace(/[^ -~]|%/gu, '_');
  if (plain === name) return `attachment; filename="${plain}"`;
  const escape = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
  const extended = encodeURIComponent(name).replace(/['()*]/g, escape);
  return `attachment; filename="${plain}"; filename*=UTF-8''${extended}`;
}
