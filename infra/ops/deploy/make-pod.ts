import type { Urls } from '../../local/environment.ts';
import { services } from '../../local/service-list.ts';
import { listWorkloads, ofKind, readVariables, type Container, type Workload } from './cluster.ts';
import type { Manifest } from './render-overlay.ts';

export interface PodPlan {
  readonly name: string;
  /** Where the public ports are on this machine. */
  readonly urls: Urls;
  /** A folder with keys.json, in place of the Secret that is made outside. */
  readonly keysFolder: string;
}

/**
 * One pod of all the containers of the local overlay, which `podman kube play` can play: the containers of a pod share
 * addresses, so that the names of the Services lead to themselves. Jobs are containers that end. Left out is what Podman
 * 4.3 has not, or otherwise: probes, preStop, the spread over hosts, accounts, policies, and references to Secrets, whose
 * values are put in their place.
 */
export function makePod(manifests: readonly Manifest[], { name, urls, keysFolder }: PodPlan): object {
  const workloads = listWorkloads(manifests).filter(({ kind }) => kind !== 'CronJob');
  const hostnames = ofKind(manifests, 'Service').map(({ metadata }) => metadata.name);
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name },
    spec: {
      restartPolicy: 'OnFailure',
      hostAliases: [{ ip: '127.0.0.1', hostnames }],
      containers: workloads.flatMap((workload) =>
        workload.template.spec.containers.map((container) =>
          makeContainer(manifests, workload, container, urls),
        ),
      ),
      volumes: [
        { name: 'signing-keys', hostPath: { path: keysFolder, type: 'Directory' } },
        ...workloads.map((workload) => ({ name: `${workload.name}-tmp`, emptyDir: {} })),
      ],
    },
  };
}

/** The public addresses of the overlay, and those of this run. */
function move(value: string, urls: Urls): string {
  return value
    .replaceAll('http://localhost:4001', urls.sso)
    .replaceAll('http://localhost:4002', urls.userApi)
    .replaceAll('http://localhost:4003', urls.drop);
}

const hostPorts = ({ sso, userApi, drop }: Urls): Record<string, number> =>
  Object.fromEntries(
    services.map(({ name }, at) => [name, Number(new URL([sso, userApi, drop][at] ?? '').port)]),
  );

/** Fields of a container that podman has not, or that are written again below. */
const leftOut = new Set(['envFrom', 'env', 'lifecycle', 'startupProbe', 'livenessProbe', 'readinessProbe']);

function makeContainer(manifests: readonly Manifest[], workload: Workload, container: Container, urls: Urls) {
  const env = [...readVariables(manifests, container)].map(([name, value = '']) => ({
    name,
    value: move(value, urls),
  }));
  const hostPort = hostPorts(urls)[workload.name];
  // Podman opens every port on this machine that is listed.
  const ports = (container.ports ?? [])
    .filter(({ name }) => name === 'http' && hostPort !== undefined)
    .map((port) => ({ ...port, hostPort }));
  const volumeMounts = (container.volumeMounts ?? [])
    .filter(({ name }) => name !== 'data')
    .map((mount) => (mount.name === 'tmp' ? { ...mount, name: `${workload.name}-tmp` } : mount));
  const { securityContext: ofPod } = workload.template.spec as { securityContext?: object };
  const { securityContext: own } = container as { securityContext?: object };
  return {
    ...Object.fromEntries(Object.entries(container).filter(([field]) => !leftOut.has(field))),
    name: workload.name,
    imagePullPolicy: 'Never',
    env,
    ports,
    volumeMounts,
    securityContext: { ...ofPod, ...own },
  };
}
