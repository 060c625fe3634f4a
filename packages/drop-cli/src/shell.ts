/** Where bytes or lines go; `isTTY` says that it is a terminal. */
export interface Output {
  write(chunk: string | Uint8Array): unknown;
  readonly isTTY?: boolean;
}

/** Everything outside the process that the command uses. */
export interface Shell {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Path of the file with the tokens of a sign-in; only its owner can read it. */
  readonly sessionFile: string;
  readonly stdin: AsyncIterable<Uint8Array | string>;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly pause: (seconds: number) => Promise<unknown>;
  readonly newId: () => string;
}

/** A failure whose message tells the user enough. Anything else that is thrown is a bug of this command. */
export function createComplaint(message: string): Error {
  return Object.assign(new Error(message), { name: 'Complaint' });
}

export function isComplaint(error: unknown): error is Error {
  return error instanceof Error && error.name === 'Complaint';
}

/** Writes a line for the user, apart from the output of the command. */
export function tell(shell: Shell, line: string): void {
  shell.stderr.write(`${line}\n`);
}
