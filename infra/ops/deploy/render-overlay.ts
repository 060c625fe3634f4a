import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

/** A Kubernetes object, as far as every kind is alike. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
  };
  readonly [field: string]: unknown;
}

interface Operation {
  readonly op: 'add' | 'replace';
  readonly path: string;
  readonly value: unknown;
}

/** Fields that take the value of one field of the one object of a kind. */
interface Replacement {
  readonly source: { readonly kind: string; readonly fieldPath: string };
  readonly targets: ReadonlyArray<{
    readonly select: { readonly kind: string; readonly name?: string };
    readonly fieldPaths: readonly string[];
    /** Only this part of the field, which is split here. */
    readonly options?: { readonly delimiter: string; readonly index?: number };
  }>;
}

interface Kustomization {
  readonly namespace?: string;
  readonly resources?: readonly string[];
  readonly components?: readonly string[];
  readonly replacements?: readonly Replacement[];
  readonly secretGenerator?: ReadonlyArray<{ readonly name: string; readonly literals: readonly string[] }>;
  readonly patches?: ReadonlyArray<{
    readonly target: { readonly kind: string; readonly name?: string };
    readonly patch: string;
  }>;
  readonly images?: ReadonlyArray<{
    readonly name: string;
    readonly newName: string;
    readonly newTag: string;
  }>;
  readonly labels?: ReadonlyArray<{ readonly pairs: Readonly<Record<string, string>> }>;
}

/** What this file does of kustomize. */
const knownFields = new Set([
  'apiVersion',
  'kind',
  'namespace',
  'resources',
  'components',
  'replacements',
  'secretGenerator',
  'patches',
  'images',
  'labels',
]);

/**
 * The objects of a kustomization, as `kubectl kustomize` prints them, but for the hashes that it adds to the names of
 * Secrets. It knows what infra/ops/k8s uses, and throws for a field that it does not know.
 */
export function renderOverlay(folder: string): Manifest[] {
  return render(folder, []);
}

/** A component is rendered with what its user has read. */
function render(folder: string, given: readonly Manifest[]): Manifest[] {
  const plan = parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8')) as Kustomization;
  const unknown = Object.keys(plan).filter((field) => !knownFields.has(field));
  if (unknown.length > 0) throw new Error(`${folder}: ${unknown.join(', ')} cannot be rendered here.`);
  const made = (plan.secretGenerator ?? []).map(({ name, literals }) => makeSecret(name, literals));
  const read = (plan.resources ?? []).flatMap((path) => readResource(join(folder, path)));
  const whole = (plan.components ?? []).reduce(
    (held, path) => render(join(folder, path), held),
    [...given, ...read],
  );
  const finished = [...whole, ...made].map((manifest) => finish(plan, patchAll(plan, manifest)));
  return (plan.replacements ?? []).reduce(replaceFields, finished);
}

const splitPath = (path: string): string[] =>
  path.split(/(?<!\\)\./).map((step) => step.replaceAll('\\.', '.'));

function replaceFields(manifests: Manifest[], { source, targets }: Replacement): Manifest[] {
  const from = manifests.find(({ kind }) => kind === source.kind);
  const value = splitPath(source.fieldPath).reduce<unknown>((at, step) => (at as Fields)[step], from);
  return targets.reduce(
    (held, { select, fieldPaths, options }) =>
      held.map((manifest) =>
        manifest.kind === select.kind && (select.name ?? manifest.metadata.name) === manifest.metadata.name
          ? fieldPaths.reduce((one, path) => replaceField(one, path, String(value), options), manifest)
          : manifest,
      ),
    manifests,
  );
}

type Fields = Readonly<Record<string, unknown>>;

function replaceField(
  manifest: Manifest,
  path: string,
  value: string,
  options: Replacement['targets'][number]['options'],
): Manifest {
  const steps = splitPath(path);
  const former = steps.reduce<unknown>((at, step) => (at as Fields)[step], manifest);
  const parts = options === undefined ? [] : String(former).split(options.delimiter);
  parts[options?.index ?? 0] = value;
  const text = parts.join(options?.delimiter);
  const pointer = steps.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  return applyOperation(manifest, {
    op: 'replace',
    path: pointer,
    value: typeof former === 'number' ? Number(text) : text,
  });
}

function readResource(path: string): Manifest[] {
  if (statSync(path).isDirectory()) return renderOverlay(path);
  return parseAllDocuments(readFileSync(path, 'utf8')).map((document) => document.toJS() as Manifest);
}

function makeSecret(name: string, literals: readonly string[]): Manifest {
  const data = literals.map((literal) => {
    const at = literal.indexOf('=');
    return [literal.slice(0, at), Buffer.from(literal.slice(at + 1)).toString('base64')];
  });
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name },
    type: 'Opaque',
    data: Object.fromEntries(data) as unknown,
  };
}

function patchAll({ patches = [] }: Kustomization, manifest: Manifest): Manifest {
  const fits = (pattern: string, text: string) => new RegExp(`^(?:${pattern})$`).test(text);
  const meant = patches.filter(
    ({ target }) => fits(target.kind, manifest.kind) && fits(target.name ?? '.*', manifest.metadata.name),
  );
  const operations = meant.flatMap(({ patch }) => parse(patch) as Operation[]);
  return operations.reduce((patched, operation) => applyOperation(patched, operation), manifest);
}

/** JSON Patch (RFC 6902): add and replace. */
function applyOperation(manifest: Manifest, { op, path, value }: Operation): Manifest {
  const copy = structuredClone(manifest);
  const steps = path
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = steps.pop() ?? '';
  const place = steps.reduce<Record<string, unknown>>(
    (at, step) => (at[step] ?? {}) as Record<string, unknown>,
    copy as Record<string, unknown>,
  );
  if (op === 'replace' && !(last in place))
    throw new Error(`${manifest.kind} ${manifest.metadata.name} has no ${path} that could be replaced.`);
  place[last] = value;
  return copy;
}

function finish(plan: Kustomization, manifest: Manifest): Manifest {
  const labels = Object.assign({}, ...(plan.labels ?? []).map(({ pairs }) => pairs)) as Record<
    string,
    string
  >;
  const metadata = {
    ...manifest.metadata,
    ...(plan.namespace === undefined || manifest.kind === 'Namespace' ? {} : { namespace: plan.namespace }),
    ...(plan.labels === undefined ? {} : { labels: { ...manifest.metadata.labels, ...labels } }),
  };
  return mapImages({ ...manifest, metadata }, plan.images ?? []) as Manifest;
}

function mapImages(value: unknown, images: NonNullable<Kustomization['images']>): unknown {
  if (Array.isArray(value)) return value.map((item) => mapImages(item, images));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, held]) => {
    const image = name === 'image' && images.find((known) => known.name === held);
    return [name, image ? `${image.newName}:${image.newTag}` : mapImages(held, images)];
  });
  return Object.fromEntries(entries);
}

export const overlayFolder = (name: 'local' | 'production'): string =>
  join(dirname(import.meta.dirname), 'k8s/overlays', name);
