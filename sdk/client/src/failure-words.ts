/** What fetch says in some runtimes. Any other sentence may quote a header, an address or a body. */
const plainSentences: ReadonlySet<unknown> = new Set([
  'bad port',
  'fetch failed',
  'Failed to fetch',
  'Load failed',
  'other side closed',
  'terminated',
]);
/** The name of a failure of the system, of TLS or of Node, such as ECONNREFUSED. */
const codeForm = /^[A-Z][A-Z0-9_]{2,63}$/;
const longestChain = 4;

interface Failure {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
}

/**
 * Why a request failed, in words that quote nothing of it: a code or a sentence that is known to hold no secret. Node says
 * only "fetch failed": why is in the cause. Undefined where only unknown sentences are there.
 */
export function wordFailure(error: unknown): string | undefined {
  const chain = listCauses(error);
  if (chain.some(({ name }) => name === 'TimeoutError')) return 'timeout';
  const code = chain.map((one) => one.code).findLast((one) => typeof one === 'string' && codeForm.test(one));
  const said = chain.map(({ message }) => message).findLast((message) => plainSentences.has(message));
  return (code ?? said) as string | undefined;
}

/** The cause that an error of this library has: these words, and nothing else of what a runtime or a `fetch` of one's own threw. */
export function createCause(error: unknown): { readonly cause?: Error } {
  const words = wordFailure(error);
  return words === undefined ? {} : { cause: Object.assign(new Error(words), { code: words }) };
}

/** The same failure without these secrets, and without members that could hold others. */
export function hideSecrets(error: unknown, secrets: readonly string[], depth = longestChain): Error {
  const { message, cause, ...rest } = pick(error);
  const isSafe = (text: unknown): text is string =>
    typeof text === 'string' && !secrets.some((secret) => text.includes(secret));
  // A parser quotes what it could not read.
  const isPlain = isSafe(message) && rest.name !== 'SyntaxError';
  const hidden = new Error(isPlain ? message : 'what it says would show a secret');
  for (const member of ['name', 'code', 'syscall', 'path'] as const)
    if (isSafe(rest[member])) Object.assign(hidden, { [member]: rest[member] });
  if (cause !== undefined && depth > 0) hidden.cause = hideSecrets(cause, secrets, depth - 1);
  return hidden;
}

/** What an Error has is not all its own or enumerable. */
function pick(error: unknown): Readonly<Record<string, unknown>> {
  if (typeof error !== 'object' || error === null) return { message: String(error) };
  const { name, message, cause, code, syscall, path } = error as Readonly<Record<string, unknown>>;
  return { name, message, cause, code, syscall, path };
}

function listCauses(error: unknown, depth = longestChain): readonly Failure[] {
  if (typeof error !== 'object' || error === null) return [];
  const { cause } = error as Failure;
  return depth === 0 ? [error] : [error, ...listCauses(cause, depth - 1)];
}
