import { LatchkeyError } from '@latchkey/client';

export const exitCodes = {
  done: 0,
  failed: 1,
  unclear: 2,
  loginNeeded: 3,
  notFound: 4,
  tryLater: 5,
  interrupted: 130,
} as const;

type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export const exitMeanings: Readonly<Record<ExitCode, string>> = {
  0: 'done',
  1: 'refused or failed',
  2: 'not understood',
  3: 'a login is needed, or one with more rights',
  4: 'not found',
  5: 'no answer, or too busy: try again later',
  130: 'interrupted',
};

export interface Complaint extends Error {
  readonly exitCode: ExitCode;
}

/** A failure whose message tells the person enough. */
export function createComplaint(message: string, exitCode: ExitCode = exitCodes.failed): Complaint {
  return Object.assign(new Error(message), { name: 'Complaint', exitCode });
}

/** A complaint about what was typed for a command of this name. */
export const createUnclear = (name: string, sentence: string): Complaint =>
  createComplaint(`${sentence} See latchkey ${name} --help`, exitCodes.unclear);

export const isComplaint = (error: unknown): error is Complaint =>
  error instanceof Error && error.name === 'Complaint';

/** A failure of the operating system, such as a file that may not be read or a disk that is full. */
export const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  typeof (error as NodeJS.ErrnoException | undefined)?.syscall === 'string';

/** What is said about a failure; in JSON the code of the service stands beside the sentence. */
export interface FailureWords {
  readonly exitCode: ExitCode;
  readonly message: string;
  readonly code?: string;
  readonly field?: string | undefined;
  readonly retry_after?: number | undefined;
  readonly request_id?: string | undefined;
}

const loginCodes: readonly string[] = [
  'no_session',
  'session_ended',
  'session_revoked',
  'token_missing',
  'token_invalid',
  'invalid_token',
  'token_expired',
  'insufficient_scope',
];

/** For messages that tell a person too little. */
const sentences: Readonly<Record<string, string>> = {
  invalid_key: 'The key is wrong',
  'Drop is not active':
    'This drop has ended. If you did not take it, tell whoever sent it: somebody else may have read it',
};

/** Codes of a value that the service does not take. */
const valueCodes: readonly string[] = [
  'invalid_value',
  'invalid_filter',
  'invalid_type',
  'invalid_ttl',
  'invalid_expiry',
  'missing_field',
];

/**
 * Words a failure; `typedNames` says what the fields of the route are called on the command line. Throws whatever is a
 * bug of this command.
 */
export function wordFailure(error: unknown, typedNames: Readonly<Record<string, string>> = {}): FailureWords {
  if (isComplaint(error)) return { exitCode: error.exitCode, message: error.message };
  if (isSystemError(error)) return { exitCode: exitCodes.failed, message: `${error.message}.` };
  if (!(error instanceof LatchkeyError)) throw error;
  const { code, field, retryAfter, requestId } = error;
  const typed = field === undefined ? undefined : typedNames[field];
  const later = retryAfter === undefined ? '' : ` Try again in ${retryAfter} s.`;
  const sentence = nameAsTyped(error, typed).replace(/\.$/, '');
  const isUnclear = typed !== undefined && valueCodes.includes(code);
  return {
    exitCode: isUnclear ? exitCodes.unclear : chooseExitCode(error),
    message: `${sentence} (${nameCode(error, typed)}).${later}`,
    code,
    field,
    retry_after: retryAfter,
    request_id: requestId,
  };
}

/** A wrong key may come from a link or a question: no option names it. */
function nameCode({ code, field }: LatchkeyError, typed = field): string {
  return typed === undefined || code === 'invalid_key' ? code : `${code}, ${typed}`;
}

/** The sentence of a service, with the name that was typed in place of that of its field. */
function nameAsTyped({ code, message, field }: LatchkeyError, typed: string | undefined): string {
  const own = sentences[code] ?? sentences[message];
  if (own !== undefined) return own;
  if (field === undefined || typed === undefined) return message;
  if (message === 'Invalid') return `${typed} does not fit`;
  if (message === 'There is no such record') return `There is nothing with this ${typed}`;
  return message.startsWith(`${field} `) ? typed + message.slice(field.length) : message;
}

function chooseExitCode({ code, retryAfter }: LatchkeyError): ExitCode {
  if (loginCodes.includes(code)) return exitCodes.loginNeeded;
  // Nothing was sent: an option or a variable is not what it must be.
  if (code === 'not_configured') return exitCodes.unclear;
  if (code === 'not_found') return exitCodes.notFound;
  return code === 'no_answer' || retryAfter !== undefined ? exitCodes.tryLater : exitCodes.failed;
}

/** Whether a call that failed may have had its effect all the same. */
export function mayHaveActed(error: unknown, { signal }: { readonly signal: AbortSignal }): boolean {
  const isUnknown = error instanceof LatchkeyError && ['no_answer', 'outcome_unknown'].includes(error.code);
  return isUnknown || signal.aborted;
}
