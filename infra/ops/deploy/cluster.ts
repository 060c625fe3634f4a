import type { Manifest } from './render-overlay.ts';

export type Labels = Readonly<Record<string, string>>;

interface Probe {
  readonly httpGet?: { readonly path: string; readonly port: string | number };
}

export interface Container {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly ports?: ReadonlyArray<{ readonly name?: string; readonly containerPort: number }>;
  readonly envFrom?: ReadonlyArray<{
    readonly configMapRef?: { readonly name: string };
    readonly secretRef?: { readonly name: string };
  }>;
  readonly env?: ReadonlyArray<{
    readonly name: string;
    readonly value?: string;
    readonly valueFrom?: { readonly secretKeyRef: { readonly name: string; readonly key: string } };
  }>;
  readonly startupProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly volumeMounts?: ReadonlyArray<{ readonly name: string; readonly mountPath: string }>;
}

interface PodTemplate {
  readonly metadata: { readonly labels: Labels; readonly annotations?: Readonly<Record<string, string>> };
  readonly spec: {
    readonly serviceAccountName?: string;
    readonly containers: readonly Container[];
    readonly volumes?: ReadonlyArray<{
      readonly name: string;
      readonly secret?: { readonly secretName: string };
    }>;
  };
}

/** What makes pods: a Deployment, StatefulSet, Job or CronJob. */
export interface Workload {
  readonly kind: string;
  readonly name: string;
  readonly template: PodTemplate;
}

interface WorkloadSpec {
  readonly template?: PodTemplate;
  readonly jobTemplate?: { readonly spec: { readonly template: PodTemplate } };
}

export const ofKind = (manifests: readonly Manifest[], kind: string): Manifest[] =>
  manifests.filter((manifest) => manifest.kind === kind);

export const findObject = (
  manifests: readonly Manifest[],
  kind: string,
  name: string,
): Manifest | undefined => ofKind(manifests, kind).find(({ metadata }) => metadata.name === name);

export function listWorkloads(manifests: readonly Manifest[]): Workload[] {
  return manifests.flatMap(({ kind, metadata: { name }, ...rest }) => {
    const { spec } = rest as { spec?: WorkloadSpec };
    const template = spec?.template ?? spec?.jobTemplate?.spec.template;
    return template === undefined ? [] : [{ kind, name, template }];
  });
}

interface ServiceSpec {
  readonly selector: Labels;
  readonly ports: ReadonlyArray<{
    readonly name?: string;
    readonly port: number;
    readonly targetPort?: string;
  }>;
}

export const readServiceSpec = (manifest: Manifest): ServiceSpec => manifest['spec'] as ServiceSpec;

export const hasLabels = (labels: Labels, wanted: Labels): boolean =>
  Object.entries(wanted).every(([name, value]) => labels[name] === value);

/** The pods behind a Service's port, and their own port; undefined where there is none. */
export function findBackend(
  manifests: readonly Manifest[],
  service: string,
  port: number | string,
): { readonly workload: Workload; readonly port: number } | undefined {
  const manifest = findObject(manifests, 'Service', service);
  if (manifest === undefined) return undefined;
  const { selector, ports } = readServiceSpec(manifest);
  const workload = listWorkloads(manifests).find(({ template }) =>
    hasLabels(template.metadata.labels, selector),
  );
  const served = ports.find((candidate) => candidate.port === port || candidate.name === port);
  if (workload === undefined || served === undefined) return undefined;
  const open = workload.template.spec.containers.flatMap((container) => container.ports ?? []);
  const target = served.targetPort ?? served.port;
  const own = open.find(({ name, containerPort }) => name === target || containerPort === target);
  return own && { workload, port: own.containerPort };
}

const decode = (text: string): string => Buffer.from(text, 'base64').toString();

const readData = (manifests: readonly Manifest[], kind: string, name = ''): Record<string, string> =>
  (findObject(manifests, kind, name)?.['data'] ?? {}) as Record<string, string>;

/**
 * The variables of a container; a variable of a Secret that is made outside has no value, and one whose keys are not
 * known is not listed.
 */
export function readVariables(
  manifests: readonly Manifest[],
  { envFrom = [], env = [] }: Container,
): Map<string, string | undefined> {
  const secretOf = (name?: string) =>
    Object.entries(readData(manifests, 'Secret', name)).map(([key, value]) => [key, decode(value)] as const);
  const shared = envFrom.flatMap(({ configMapRef, secretRef }) => [
    ...Object.entries(readData(manifests, 'ConfigMap', configMapRef?.name)),
    ...secretOf(secretRef?.name),
  ]);
  const own = env.map(({ name, value, valueFrom }) => {
    const { name: secret, key } = valueFrom?.secretKeyRef ?? {};
    return [name, value ?? new Map(secretOf(secret)).get(key ?? '')] as const;
  });
  return new Map<string, string | undefined>([...shared, ...own]);
}
