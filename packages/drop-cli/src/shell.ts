/** Where bytes or lines go; `isTTY` when a person looks at it. */
export interface Output {
  write(chunk: string | Uint8Array): unknown;
  readonly isTTY?: boolean;
}

/** Everything of the outside that the command touches. */
export interface Shell {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Keeps the tokens of a sign-in; readable by its owner alone. */
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

/** A failure whose message is all that its user needs; anything else that is thrown is a fault of ours. */
export function createComplaint(message: string): Error {
  return Object.assign(new Error(message), { name: 'Complaint' });
}

export function isComplaint(error: unknown): error is Error {
  return error instanceof Error && error.name === 'Complaint';
}

/** Writes a line for the person, beside what the command answers. */
export function tell(shell: Shell, line: string): void {
  shell.stderr.write(`${line}\n`);
}
