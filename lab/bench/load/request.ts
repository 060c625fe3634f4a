/** One HTTP/1.1 request as bytes, so that nothing is left to do when it is sent. */
function makeRequest(
  path: string,
  type: string,
  body: string,
  headers: Readonly<Record<string, string>>,
): Buffer {
  const lines = [
    `POST ${path} HTTP/1.1`,
    'host: localhost',
    `content-type: ${type}`,
    'accept: application/json',
  ];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  lines.push(`content-length: ${Buffer.byteLength(body)}`, '', body);
  return Buffer.from(lines.join('\r\n'));
}

export function form(path: string, fields: Readonly<Record<string, string>>): Buffer {
  return makeRequest(path, 'application/x-www-form-urlencoded', new URLSearchParams(fields).toString(), {});
}

export function json(path: string, fields: object, token?: string): Buffer {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return makeRequest(path, 'application/json', JSON.stringify(fields), headers);
}

/** The same request again and again. */
export const fill = (count: number, request: Buffer) => Array.from({ length: count }, () => request);
