import type { Manifest } from './render-overlay.ts';

interface Validate {
  (data: unknown): boolean;
  errors?: readonly { instancePath: string; message?: string; keyword: string; params: unknown }[] | null;
}

/** The module of kubernetes-models that holds the schema of a kind. */
function nameSchema({ apiVersion, kind }: Manifest): string {
  const [version = '', group = 'core'] = apiVersion.split('/').reverse();
  const capital = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
  return `kubernetes-models/_schemas/IoK8sApi${capital(group.split('.')[0] ?? '')}${capital(version)}${kind}`;
}

/** Makes each object note the fields that are read of it, as paths. */
function watch(value: unknown, path: string, seen: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return new Proxy(value, {
    get: (target, key) => {
      const held: unknown = Reflect.get(target, key);
      if (typeof key === 'symbol' || !Object.hasOwn(target, key)) return held;
      seen.add(`${path}/${key}`);
      return watch(held, `${path}/${key}`, seen);
    },
  });
}

/** The outermost fields that were not read. */
function findUnread(value: unknown, path: string, seen: ReadonlySet<string>): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, held]) =>
    seen.has(`${path}/${key}`) ? findUnread(held, `${path}/${key}`, seen) : [`${path}/${key}`],
  );
}

/**
 * What the schema of Kubernetes refuses of an object, a sentence each. The schemas of kubernetes-models allow fields that
 * they do not know; a field which they never read is one of these.
 */
export async function findSchemaFaults(manifest: Manifest): Promise<string[]> {
  const name = `${manifest.kind} ${manifest.metadata.name}`;
  const schema = (await import(nameSchema(manifest)).catch(() => undefined)) as
    | { validate: Validate }
    | undefined;
  if (schema === undefined) return [`${name}: ${manifest.apiVersion} has no kind ${manifest.kind}`];
  const seen = new Set<string>();
  const isValid = schema.validate(watch(manifest, '', seen));
  const refused = isValid ? [] : (schema.validate.errors ?? []);
  return [
    ...refused.map(
      ({ instancePath, keyword, params }) => `${name}: ${instancePath} ${keyword} ${JSON.stringify(params)}`,
    ),
    ...findUnread(manifest, '', seen).map((path) => `${name}: ${path} is unknown`),
  ];
}
