// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import type { PodMetadata } from './controllers.ts'
import type { Container, PodSpec, Workload } from './resources.ts'

/** A container that passes all checks. */
export const container = (changes: Partial<Container> = {}): Container => ({
  name: 'web',
  role: 'container',
  image: 'registry.example.com/web:1.4.2',
  requests: { cpu: '100m', memory: '128Mi' },
  limits: { cpu: '500m', memory: '256Mi' },
  liveness_probe: true,
  readiness_probe: true,
  host_ports: [],
  env_secrets: [],
  privileged: false,
  allow_privilege_escalation: false,
  added_capabilities: [],
  dropped_capabilities: ['ALL'],
  read_only_root: true,
  run_as_user: null,
  run_as_non_root: true,
  seccomp_profile: 'RuntimeDefault',
  host_process: false,
  ...changes,
})

export const pod = (changes: Partial<PodSpec> = {}): PodSpec => ({
  windows: false,
  runs_to_end: false,
  host_ipc: false,
  host_network: false,
  host_pid: false,
  host_paths: [],
  containers: [container()],
  ...changes,
})

export const workload = world<Workload>({
  uid: 'prod/deployment/shop/web',
  name: 'web',
  region: '',
  namespace: 'shop',
  kind: 'Deployment',
  specs: [pod()],
  has_more_specs: false,
})

/** A workload with passing pods except for this container, next to a passing one. */
export const withContainer = (
  changes: Partial<Container>,
  ofPod: Partial<PodSpec> = {},
): Workload =>
  workload({
    specs: [pod({ ...ofPod, containers: [container({ name: 'proxy' }), container(changes)] })],
  })

/** A workload with only this container. */
export const only = (changes: Partial<Container>, ofPod: Partial<PodSpec> = {}): Workload =>
  workload({ specs: [pod({ ...ofPod, containers: [container(changes)] })] })

/** Metadata of a pod with this controller: `apps/v1 ReplicaSet`. */
export const controlled = (
  owner: string,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): PodMetadata => {
  const at = owner.lastIndexOf(' ')
  const [apiVersion, kind] = [owner.slice(0, at), owner.slice(at + 1)]
  return { labels, ownerReferences: [{ apiVersion, kind, name, controller: true }] }
}
