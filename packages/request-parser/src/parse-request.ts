import { readBodyKind } from './body-kind.ts';
import { faults } from './faults.ts';
import { applyHeaderCredentials, bothProofNames, type HeaderAuthMode } from './header-credentials.ts';
import { readJsonLeaves } from './json.ts';
import { collectLeaves, jsonLeafName, textLeafName, type Leaf } from './leaves.ts';
import { assertLeaf, defaultMaxDepth, maxParameters } from './limits.ts';
import { createParsedRequest, type ParsedRequest } from './parsed-request.ts';
import type { RawRequest } from './raw-request.ts';
import { assertText } from './text.ts';
import { queryBytes, readPairs } from './urlencoded.ts';

export interface ParseOptions {
  /** What the route's family has in HEADER_AUTH; default off. */
  headerAuth?: HeaderAuthMode;
  /** The fields that a DPoP header fills; default auth.dpop and dpop. */
  proofNames?: readonly string[];
  /** Of a JSON body, whose outermost object is depth 1; default 8. */
  maxDepth?: number;
  /** Leaves whose value may hold NUL, such as drop's payload and data; default none. */
  nulAllowedIn?: readonly string[];
}

/**
 * One request out of query, form and JSON body; a leaf of the body replaces the same leaf of the query. Throws
 * ApiErrors of `parserFaults` and nothing else. Source: contract part 0 "Parsed request", requirement document 2
 * "Parsed request object".
 */
export function parseRequest(raw: RawRequest, options: ParseOptions = {}): ParsedRequest {
  const { headerAuth = 'off', proofNames = bothProofNames } = options;
  const { maxDepth = defaultMaxDepth, nulAllowedIn = [] } = options;
  const unread = bothProofNames.filter((name) => !proofNames.includes(name));
  const queryPairs = readPairs(queryBytes(raw.query), maxParameters);
  const leaves = collectText(queryPairs, { nulAllowedIn, unread });
  const maxLeaves = maxParameters - queryPairs.length;
  for (const [name, leaf] of readBody(raw, { maxDepth, maxLeaves, nulAllowedIn, unread }))
    leaves.set(name, leaf);
  for (const [name, leaf] of leaves) assertLeaf(name, leaf.value);
  const isBearer = applyHeaderCredentials(leaves, raw.headers, headerAuth, proofNames);
  return createParsedRequest(leaves, faults.invalidType, isBearer);
}

interface TextRules {
  readonly nulAllowedIn: readonly string[];
  /** Names that nothing reads, whatever their values are. */
  readonly unread: readonly string[];
}

function readBody(
  raw: RawRequest,
  rules: Parameters<typeof readJsonLeaves>[1] & TextRules,
): ReadonlyMap<string, Leaf> {
  const kind = readBodyKind(raw);
  if (kind === 'none') return new Map();
  if (kind === 'form') return collectText(readPairs(raw.body, rules.maxLeaves), rules);
  const read = readJsonLeaves(raw.body, rules).filter(([key]) => !rules.unread.includes(key));
  return collectLeaves(read, jsonLeafName, false);
}

function collectText(pairs: [string, string][], { nulAllowedIn, unread }: TextRules): Map<string, Leaf> {
  for (const [key, value] of pairs) assertText(value, nulAllowedIn.includes(key));
  return collectLeaves(
    pairs.filter(([key]) => !unread.includes(key)),
    textLeafName,
    true,
  );
}
