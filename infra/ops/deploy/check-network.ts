import { findBackend, listWorkloads, ofKind, readVariables, type Workload } from './cluster.ts';
import { isAllowed } from './network-policies.ts';
import type { Manifest } from './render-overlay.ts';

interface Call {
  readonly from: Workload;
  readonly variable: string;
  readonly host: string;
  readonly port: number;
}

/** Where variables point whose values are made outside of the repository. */
const usualPorts: Readonly<Record<string, number>> = { DATABASE_URL: 5432, REDIS_URL: 6379 };

/** A Job runs one command, which reads its database only. */
const isUsed = ({ kind }: Workload, variable: string): boolean =>
  !kind.endsWith('Job') || variable === 'DATABASE_URL';

const ingressNamespace = { 'latchkey.dev/ingress': 'true' };
const monitoringNamespace = { 'latchkey.dev/monitoring': 'true' };

/** The calls inside the cluster that the variables of the workloads ask for. */
function listCalls(manifests: readonly Manifest[]): Call[] {
  const hosts = new Set(ofKind(manifests, 'Service').map(({ metadata }) => metadata.name));
  return listWorkloads(manifests).flatMap((from) =>
    from.template.spec.containers
      .flatMap((container) => [...readVariables(manifests, container)])
      .filter(
        ([variable, value]) =>
          isUsed(from, variable) && variable.endsWith('_URL') && URL.canParse(value ?? ''),
      )
      .map(([variable, value = '']) => ({ from, variable, url: new URL(value) }))
      .filter(({ url }) => hosts.has(url.hostname))
      .map(({ variable, url }) => ({ from, variable, host: url.hostname, port: Number(url.port) })),
  );
}

function judgeCall(manifests: readonly Manifest[], { from, variable, host, port }: Call): string[] {
  const backend = findBackend(manifests, host, port);
  const what = `${from.name}: ${variable}`;
  if (backend === undefined) return [`${what} names port ${port}, which ${host} has not`];
  const { labels } = from.template.metadata;
  const target = backend.workload.template.metadata.labels;
  const leaves = isAllowed(manifests, 'Egress', labels, { pod: target }, backend.port);
  const enters = isAllowed(manifests, 'Ingress', target, { pod: labels }, backend.port);
  return [
    ...(leaves ? [] : [`${what}: no policy of ${from.name} allows egress to ${host}:${backend.port}`]),
    ...(enters ? [] : [`${what}: no policy of ${host} admits ${from.name} on ${backend.port}`]),
  ];
}

/** Names, and databases whose addresses are not known here. */
function judgeOutside(manifests: readonly Manifest[], workload: Workload): string[] {
  const { name, template } = workload;
  const { labels } = template.metadata;
  const names = template.spec.containers.flatMap((container) => [
    ...readVariables(manifests, container).keys(),
  ]);
  const used = names.filter((variable) => isUsed(workload, variable));
  const ports = used.flatMap((variable) => usualPorts[variable] ?? []);
  const isFree = (port: number, protocol?: string) =>
    isAllowed(manifests, 'Egress', labels, {}, port, protocol);
  return [
    ...(isFree(53, 'UDP') ? [] : [`${name}: no policy allows DNS`]),
    ...ports
      .filter((port) => !isFree(port))
      .map((port) => `${name}: no policy allows egress to port ${port}`),
  ];
}

interface IngressSpec {
  readonly rules: ReadonlyArray<{
    readonly http: {
      readonly paths: ReadonlyArray<{
        readonly path: string;
        readonly backend: {
          readonly service: { readonly name: string; readonly port: { readonly name: string } };
        };
      }>;
    };
  }>;
}

function judgeIngress(manifests: readonly Manifest[], { metadata, ...rest }: Manifest): string[] {
  const { rules } = rest['spec'] as IngressSpec;
  const backends = rules.flatMap(({ http }) => http.paths.map(({ backend }) => backend.service));
  const isOpen = ({ name, port }: (typeof backends)[number]) => {
    const backend = findBackend(manifests, name, port.name);
    if (backend === undefined) return false;
    const { labels } = backend.workload.template.metadata;
    return isAllowed(manifests, 'Ingress', labels, { namespace: ingressNamespace }, backend.port);
  };
  const closed = backends.filter((backend) => !isOpen(backend));
  return closed.map(({ name, port }) => `${metadata.name}: it cannot reach port ${port.name} of ${name}`);
}

/** What of a pod the controller of the ingress, Prometheus, and strangers in other namespaces reach. */
function judgeDoors(manifests: readonly Manifest[], { name, template }: Workload): string[] {
  const { labels, annotations = {} } = template.metadata;
  const scraped = Number(annotations['prometheus.io/port']);
  if (Number.isNaN(scraped)) return [];
  const open = template.spec.containers.flatMap(({ ports = [] }) => ports);
  const admits = (namespace: Record<string, string>, port: number) =>
    isAllowed(manifests, 'Ingress', labels, { namespace }, port);
  const internal = open.filter((port) => port.name === 'internal').map(({ containerPort }) => containerPort);
  const faults: readonly [boolean, string][] = [
    [
      !open.some(({ containerPort }) => containerPort === scraped),
      `Prometheus asks port ${scraped}, which is not open`,
    ],
    [!admits(monitoringNamespace, scraped), `no policy admits Prometheus on ${scraped}`],
    [internal.some((port) => admits(ingressNamespace, port)), 'the ingress reaches the internal port'],
    [open.some(({ containerPort }) => admits({}, containerPort)), 'other namespaces reach it'],
  ];
  return faults.filter(([isWrong]) => isWrong).map(([, sentence]) => `${name}: ${sentence}`);
}

/** Doors between siblings that no call uses. */
function findUnused(manifests: readonly Manifest[], calls: readonly Call[]): string[] {
  const deployments = listWorkloads(manifests).filter(({ template }) => template.metadata.annotations);
  return deployments.flatMap((to) =>
    deployments.flatMap((from) =>
      to.template.spec.containers
        .flatMap(({ ports = [] }) => ports)
        .map(({ containerPort }) => containerPort)
        .filter(
          (port) =>
            isAllowed(
              manifests,
              'Ingress',
              to.template.metadata.labels,
              { pod: from.template.metadata.labels },
              port,
            ) &&
            !calls.some(
              (call) => call.from.name === from.name && call.host === to.name && call.port === port,
            ),
        )
        .map((port) => `${to.name}: it admits ${from.name} on ${port}, where ${from.name} calls nothing`),
    ),
  );
}

/** What is wrong between the pods of an overlay: each call is allowed at both ends, and nothing else. A sentence each. */
export function findNetworkFaults(manifests: readonly Manifest[]): string[] {
  const calls = listCalls(manifests);
  const policed = listWorkloads(manifests).filter(({ kind }) => kind !== 'StatefulSet');
  return [
    ...calls.flatMap((call) => judgeCall(manifests, call)),
    ...policed.flatMap((workload) => judgeOutside(manifests, workload)),
    ...ofKind(manifests, 'Ingress').flatMap((ingress) => judgeIngress(manifests, ingress)),
    ...policed.flatMap((workload) => judgeDoors(manifests, workload)),
    ...findUnused(manifests, calls),
  ];
}
