import {
  findBackend,
  findObject,
  hasLabels,
  listWorkloads,
  ofKind,
  readServiceSpec,
  readVariables,
  type Container,
  type Labels,
  type Workload,
} from './cluster.ts';
import type { Manifest } from './render-overlay.ts';

export interface References {
  /** Secrets that are made outside of the repository. */
  readonly outside: ReadonlySet<string>;
  /** Paths that every service answers on its public port. */
  readonly paths: ReadonlySet<string>;
}

function judgeProbes(
  { name, template }: Workload,
  container: Container,
  paths: ReadonlySet<string>,
): string[] {
  const { ports = [], ...rest } = container;
  const probes = [rest.startupProbe, rest.livenessProbe, rest.readinessProbe].flatMap(
    (probe) => probe?.httpGet ?? [],
  );
  const isDeployed = template.metadata.annotations !== undefined;
  return [
    ...(isDeployed && probes.length < 3 ? [`${name}: ${3 - probes.length} probes are missing`] : []),
    ...probes
      .filter(({ port }) => !ports.some((open) => open.name === port || open.containerPort === port))
      .map(({ port }) => `${name}: a probe asks port ${port}, which is not open`),
    ...probes.filter(({ path }) => !paths.has(path)).map(({ path }) => `${name}: there is no path ${path}`),
  ];
}

/** The ports that the process listens on by its variables are those that the container opens. */
function judgePorts(manifests: readonly Manifest[], { name }: Workload, container: Container): string[] {
  if (container.ports === undefined) return [];
  const variables = readVariables(manifests, container);
  const wanted = [variables.get('PORT'), variables.get('INTERNAL_PORT')].filter(Boolean).map(Number);
  const open = container.ports.map(({ containerPort }) => containerPort);
  const closed = wanted.filter((port) => !open.includes(port));
  return closed.map((port) => `${name}: it listens on ${port}, which its container does not open`);
}

function judgeNames(
  manifests: readonly Manifest[],
  workload: Workload,
  outside: ReadonlySet<string>,
): string[] {
  const { containers, serviceAccountName, volumes = [] } = workload.template.spec;
  const secrets = [
    ...containers.flatMap(({ envFrom = [] }) => envFrom.flatMap(({ secretRef }) => secretRef?.name ?? [])),
    ...containers.flatMap(({ env = [] }) =>
      env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef.name ?? []),
    ),
    ...volumes.flatMap(({ secret }) => secret?.secretName ?? []),
  ].filter((name) => !outside.has(name));
  const maps = containers.flatMap(({ envFrom = [] }) =>
    envFrom.flatMap(({ configMapRef }) => configMapRef?.name ?? []),
  );
  const mounted = containers.flatMap(({ volumeMounts = [] }) => volumeMounts.map(({ name }) => name));
  const wanted: readonly [string, string][] = [
    ...secrets.map((name): [string, string] => ['Secret', name]),
    ...maps.map((name): [string, string] => ['ConfigMap', name]),
    ...(serviceAccountName === undefined
      ? []
      : [['ServiceAccount', serviceAccountName] satisfies [string, string]]),
  ];
  const lost = wanted.filter(([kind, name]) => findObject(manifests, kind, name) === undefined);
  const hasVolume = (name: string) =>
    workload.kind === 'StatefulSet' || volumes.some((held) => held.name === name);
  return [
    ...lost.map(([kind, name]) => `${workload.name}: there is no ${kind} ${name}`),
    ...mounted
      .filter((name) => !hasVolume(name))
      .map((name) => `${workload.name}: there is no volume ${name}`),
  ];
}

function judgeServices(manifests: readonly Manifest[]): string[] {
  return ofKind(manifests, 'Service').flatMap((manifest) =>
    readServiceSpec(manifest)
      .ports.filter(({ port }) => findBackend(manifests, manifest.metadata.name, port) === undefined)
      .map(({ port }) => `Service ${manifest.metadata.name}: no pod opens what port ${port} leads to`),
  );
}

interface ScalingSpec {
  readonly scaleTargetRef?: { readonly kind: string; readonly name: string };
  readonly selector?: { readonly matchLabels: Labels };
}

/** Each autoscaler and each disruption budget is about a Deployment that is there, whose replicas nothing else states. */
function judgeScaling(manifests: readonly Manifest[]): string[] {
  return manifests.flatMap((manifest) => {
    const { kind, metadata } = manifest;
    const { scaleTargetRef, selector } = (manifest['spec'] ?? {}) as ScalingSpec;
    if (kind === 'PodDisruptionBudget') {
      const isThere = listWorkloads(manifests).some(({ template }) =>
        hasLabels(template.metadata.labels, selector?.matchLabels ?? {}),
      );
      return isThere ? [] : [`${kind} ${metadata.name}: no pod is meant`];
    }
    if (scaleTargetRef === undefined) return [];
    const target = findObject(manifests, scaleTargetRef.kind, scaleTargetRef.name);
    if (target === undefined) return [`${kind} ${metadata.name}: there is no ${scaleTargetRef.name}`];
    const { replicas } = target['spec'] as { replicas?: number };
    return replicas === undefined
      ? []
      : [`Deployment ${scaleTargetRef.name}: it states replicas beside ${kind}`];
  });
}

/** What an overlay names that is not there, a sentence each. */
export function findReferenceFaults(
  manifests: readonly Manifest[],
  { outside, paths }: References,
): string[] {
  return [
    ...listWorkloads(manifests).flatMap((workload) => [
      ...workload.template.spec.containers.flatMap((container) => [
        ...judgeProbes(workload, container, paths),
        ...judgePorts(manifests, workload, container),
      ]),
      ...judgeNames(manifests, workload, outside),
    ]),
    ...judgeServices(manifests),
    ...judgeScaling(manifests),
  ];
}
