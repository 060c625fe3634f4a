import { deserialize } from 'node:v8';

/** Asks inside/control.ts of a service. Throws what it answers when it fails. */
export async function askService<Answer>(controlPort: number, act: string): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${controlPort}/${act}`, { method: 'POST' });
  const bytes = Buffer.from(await response.arrayBuffer());
  if (!response.ok) throw new Error(`${act}: ${bytes.toString()}`);
  return deserialize(bytes) as Answer;
}
