import type { TestService } from './create-test-service.ts';

type Call = (...args: unknown[]) => unknown;
type Port = Record<string, Call>;

/**
 * A step is a function of the context, such as `verifyRelay`, or of a part of it, such as `accounts.findByEmail`. No type
 * knows it by its name.
 */
function findStep({ context, hash }: TestService, step: string): { port: Port; name: string } {
  const [first = '', second] = step.split('.');
  const parts = { ...context, hash } as unknown as Record<string, Port>;
  if (second === undefined) return { port: context as unknown as Port, name: first };
  return { port: parts[first]!, name: second };
}

/** Lets every call of a step but the first `before` ones fail until the function that is returned is called. */
export function failStep(service: TestService, step: string, before = 0): () => void {
  const { port, name } = findStep(service, step);
  const call = port[name]!;
  let calls = 0;
  port[name] = (...args) => {
    calls += 1;
    return calls > before ? Promise.reject(new Error(`${step} is broken`)) : call(...args);
  };
  return () => void (port[name] = call);
}

/** Names each later step that answers a promise, in its order. */
export function listSteps(service: TestService): string[] {
  const steps: string[] = [];
  const note = (step: string): void => {
    const { port, name } = findStep(service, step);
    const call = port[name]!;
    port[name] = (...args) => {
      const result = call(...args);
      if (result instanceof Promise) steps.push(step);
      return result;
    };
  };
  const parts: Readonly<Record<string, unknown>> = { ...service.context, hash: service.hash, passwords: {} };
  for (const [part, value] of Object.entries(parts)) {
    if (typeof value === 'function') note(part);
    for (const [name, call] of Object.entries(Object(value)))
      if (typeof call === 'function') note(`${part}.${name}`);
  }
  return steps;
}
