import { hasLabels, ofKind, type Labels } from './cluster.ts';
import type { Manifest } from './render-overlay.ts';

interface Selector {
  readonly matchLabels?: Labels;
  readonly matchExpressions?: ReadonlyArray<{
    readonly key: string;
    readonly operator: string;
    readonly values?: readonly string[];
  }>;
}

interface Peer {
  readonly podSelector?: Selector;
  readonly namespaceSelector?: Selector;
}

interface Rule {
  readonly from?: readonly Peer[];
  readonly to?: readonly Peer[];
  readonly ports?: ReadonlyArray<{ readonly port: number; readonly protocol?: string }>;
}

interface PolicySpec {
  readonly podSelector: Selector;
  readonly policyTypes: readonly string[];
  readonly ingress?: readonly Rule[];
  readonly egress?: readonly Rule[];
}

/** One end of a connection: a pod of this namespace, or whatever is in another one, or outside of the cluster. */
export interface End {
  readonly pod?: Labels;
  readonly namespace?: Labels;
}

function selects({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Labels): boolean {
  const fits = matchExpressions.every(({ key, operator, values = [] }) => {
    if (operator !== 'In') throw new Error(`The operator ${operator} is not understood here.`);
    return values.includes(labels[key] ?? '');
  });
  return fits && hasLabels(labels, matchLabels);
}

function isMeant({ podSelector, namespaceSelector }: Peer, end: End): boolean {
  if (namespaceSelector !== undefined)
    return end.namespace !== undefined && selects(namespaceSelector, end.namespace);
  return end.pod !== undefined && selects(podSelector ?? {}, end.pod);
}

function passes({ from, to, ports }: Rule, other: End, port: number, protocol: string): boolean {
  const peers = from ?? to;
  const isOpen = ports?.some((open) => open.port === port && (open.protocol ?? 'TCP') === protocol) ?? true;
  return isOpen && (peers?.some((peer) => isMeant(peer, other)) ?? true);
}

/** Whether the policies let a pod open (Egress) or take (Ingress) a connection. What no policy selects is free. */
export function isAllowed(
  manifests: readonly Manifest[],
  direction: 'Egress' | 'Ingress',
  pod: Labels,
  other: End,
  port: number,
  protocol = 'TCP',
): boolean {
  const specs = ofKind(manifests, 'NetworkPolicy')
    .map((manifest) => manifest['spec'] as PolicySpec)
    .filter((spec) => spec.policyTypes.includes(direction) && selects(spec.podSelector, pod));
  const rules = specs.flatMap(({ ingress = [], egress = [] }) => (direction === 'Egress' ? egress : ingress));
  return specs.length === 0 || rules.some((rule) => passes(rule, other, port, protocol));
}
