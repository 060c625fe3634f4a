/** One variable of a command that needs no other. Throws a sentence when it is not set. */
export function readVariable(env: Readonly<Record<string, string | undefined>>, name: string): string {
  const value = env[name];
  if (value === undefined || value === '') throw new Error(`${name} is not set.`);
  return value;
}
