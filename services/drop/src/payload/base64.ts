const symbols = /^[A-Za-z0-9+/_-]*(={0,2})$/;

/** Decodes base64 of either alphabet, padded or not; undefined for all else. Source: contract part 3 "Fields". */
export function decodeBase64(text: string): Buffer | undefined {
  const [, padding] = symbols.exec(text) ?? [];
  if (padding === undefined) return undefined;
  const length = text.length - padding.length;
  const isPaddedWell = padding === '' ? length % 4 !== 1 : text.length % 4 === 0;
  return isPaddedWell ? Buffer.from(text, 'base64') : undefined;
}
