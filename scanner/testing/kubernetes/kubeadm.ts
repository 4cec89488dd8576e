/** A cluster as kubeadm makes it, with a little of what people run in one. */
import { type ClusterObject, type ClusterState, emptyCluster } from './state.ts'

const system = 'kube-system'
let serial = 0
const uid = (): string => `00000000-0000-4000-9000-${String(serial++).padStart(12, '0')}`

/** A static pod of the control plane, as the kubelet mirrors it. */
function component(name: string, flags: readonly string[]): ClusterObject {
  const manifest = `/etc/kubernetes/manifests/${name}.yaml`
  return {
    metadata: {
      name: `${name}-cp-1`,
      namespace: system,
      uid: uid(),
      labels: { component: name, tier: 'control-plane' },
      annotations: {
        'kubernetes.io/config.mirror': 'f0e1',
        'kubernetes.io/config.source': 'file',
        'kubeadm.kubernetes.io/manifest': manifest,
      },
      ownerReferences: [
        { apiVersion: 'v1', kind: 'Node', name: 'cp-1', uid: uid(), controller: true },
      ],
    },
    spec: {
      nodeName: 'cp-1',
      hostNetwork: true,
      priorityClassName: 'system-node-critical',
      containers: [{ name, image: `registry.k8s.io/${name}:v1.33.2`, command: [name, ...flags] }],
    },
    status: { phase: 'Running' },
  }
}

const apiServerFlags = [
  '--advertise-address=10.0.0.10',
  '--allow-privileged=true',
  '--authorization-mode=Node,RBAC',
  '--client-ca-file=/etc/kubernetes/pki/ca.crt',
  '--enable-admission-plugins=NodeRestriction',
  '--etcd-cafile=/etc/kubernetes/pki/etcd/ca.crt',
  '--etcd-certfile=/etc/kubernetes/pki/apiserver-etcd-client.crt',
  '--etcd-keyfile=/etc/kubernetes/pki/apiserver-etcd-client.key',
  '--etcd-servers=https://127.0.0.1:2379',
  '--kubelet-client-certificate=/etc/kubernetes/pki/apiserver-kubelet-client.crt',
  '--kubelet-client-key=/etc/kubernetes/pki/apiserver-kubelet-client.key',
  '--secure-port=6443',
  '--service-account-issuer=https://kubernetes.default.svc.cluster.local',
  '--service-account-key-file=/etc/kubernetes/pki/sa.pub',
  '--service-account-signing-key-file=/etc/kubernetes/pki/sa.key',
  '--service-cluster-ip-range=10.96.0.0/12',
  '--tls-cert-file=/etc/kubernetes/pki/apiserver.crt',
  '--tls-private-key-file=/etc/kubernetes/pki/apiserver.key',
]
const managerFlags = [
  '--bind-address=127.0.0.1',
  '--cluster-signing-cert-file=/etc/kubernetes/pki/ca.crt',
  '--controllers=*,bootstrapsigner,tokencleaner',
  '--kubeconfig=/etc/kubernetes/controller-manager.conf',
  '--root-ca-file=/etc/kubernetes/pki/ca.crt',
  '--service-account-private-key-file=/etc/kubernetes/pki/sa.key',
  '--use-service-account-credentials=true',
]
const schedulerFlags = [
  '--bind-address=127.0.0.1',
  '--kubeconfig=/etc/kubernetes/scheduler.conf',
  '--leader-elect=true',
]
const etcdFlags = [
  '--cert-file=/etc/kubernetes/pki/etcd/server.crt',
  '--client-cert-auth=true',
  '--data-dir=/var/lib/etcd',
  '--key-file=/etc/kubernetes/pki/etcd/server.key',
  '--listen-client-urls=https://127.0.0.1:2379,https://10.0.0.10:2379',
  '--listen-peer-urls=https://10.0.0.10:2380',
  '--peer-cert-file=/etc/kubernetes/pki/etcd/peer.crt',
  '--peer-client-cert-auth=true',
  '--peer-key-file=/etc/kubernetes/pki/etcd/peer.key',
  '--peer-trusted-ca-file=/etc/kubernetes/pki/etcd/ca.crt',
  '--trusted-ca-file=/etc/kubernetes/pki/etcd/ca.crt',
]

/** Pods of a Deployment, named as its ReplicaSet names them. */
export function replicas(
  namespace: string,
  name: string,
  spec: object,
  count = 2,
): ClusterObject[] {
  const hash = '7c9f6b5d4c'
  const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: `${name}-${hash}` }
  return ['x2x4q', 'zk8wd', 'p9d7m'].slice(0, count).map((suffix) => ({
    metadata: {
      name: `${name}-${hash}-${suffix}`,
      namespace,
      uid: uid(),
      labels: { app: name, 'pod-template-hash': hash },
      ownerReferences: [{ ...owner, uid: uid(), controller: true }],
    },
    spec,
    status: { phase: 'Running' },
  }))
}

export const hardened = {
  securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
  containers: [
    {
      name: 'shop',
      image: `registry.example:5000/shop@sha256:${'a'.repeat(64)}`,
      securityContext: {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      },
      resources: {
        requests: { cpu: '100m', memory: '128Mi' },
        limits: { cpu: '500m', memory: '256Mi' },
      },
      livenessProbe: { httpGet: { path: '/healthz', port: 8080 } },
      readinessProbe: { httpGet: { path: '/readyz', port: 8080 } },
    },
  ],
}
export const careless = {
  hostPID: true,
  hostIPC: true,
  hostNetwork: true,
  containers: [
    {
      name: 'debug',
      image: 'registry.example:5000/debug',
      securityContext: { privileged: true, capabilities: { add: ['NET_RAW', 'SYS_ADMIN'] } },
      ports: [{ containerPort: 80, hostPort: 80 }],
      env: [{ name: 'PASSWORD', valueFrom: { secretKeyRef: { name: 'debug', key: 'password' } } }],
    },
  ],
}

export const node = (name: string): ClusterObject => ({
  metadata: { name, uid: uid(), labels: { 'kubernetes.io/os': 'linux' } },
  spec: { podCIDR: '10.244.0.0/24' },
  status: {
    nodeInfo: {
      machineID: 'b1c2d3e4f5a60718293a4b5c6d7e8f90',
      systemUUID: 'b1c2d3e4-f5a6-0718-293a-4b5c6d7e8f90',
      bootID: '0a1b2c3d-4e5f-4071-8293-a4b5c6d7e8f9',
      kernelVersion: '6.8.0-60-generic',
      osImage: 'Ubuntu 24.04.2 LTS',
      containerRuntimeVersion: 'containerd://2.1.1',
      kubeletVersion: 'v1.33.2',
      kubeProxyVersion: '',
      operatingSystem: 'linux',
      architecture: 'amd64',
    },
  },
})

const kubeletConfiguration = `apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
authentication:
  anonymous:
    enabled: false
  webhook:
    cacheTTL: 0s
    enabled: true
  x509:
    clientCAFile: /etc/kubernetes/pki/ca.crt
authorization:
  mode: Webhook
clusterDNS:
- 10.96.0.10
cgroupDriver: systemd
rotateCertificates: true
staticPodPath: /etc/kubernetes/manifests
streamingConnectionIdleTimeout: 0s
`

export const role = (
  name: string,
  rules: readonly object[],
  namespace?: string,
): ClusterObject => ({
  metadata: { name, uid: uid(), ...(namespace && { namespace }) },
  rules,
})

interface Granted {
  readonly role: string
  readonly subjects: readonly object[]
  readonly namespace?: string
}

export const binding = (name: string, { role, subjects, namespace }: Granted): ClusterObject => ({
  metadata: { name, uid: uid(), ...(namespace && { namespace }) },
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role },
  subjects,
})

const group = (name: string) => ({ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name })
const everything = [
  { apiGroups: ['*'], resources: ['*'], verbs: ['*'] },
  { nonResourceURLs: ['*'], verbs: ['*'] },
]
const delivers = [
  { apiGroups: [''], resources: ['pods', 'secrets'], verbs: ['get', 'list', 'create'] },
  { apiGroups: ['apps'], resources: ['deployments'], verbs: ['*'] },
]

export const kubeadmCluster = (): ClusterState => ({
  ...emptyCluster(),
  objects: {
    pods: [
      component('etcd', etcdFlags),
      component('kube-apiserver', apiServerFlags),
      component('kube-controller-manager', managerFlags),
      component('kube-scheduler', schedulerFlags),
      ...replicas('shop', 'shop', hardened),
      ...replicas('shop', 'debug', careless, 1),
      {
        metadata: { name: 'by-hand', namespace: 'default', uid: uid() },
        spec: { containers: [{ name: 'sh', image: 'busybox:latest' }] },
        status: { phase: 'Running' },
      },
    ],
    nodes: [node('cp-1'), node('worker-1')],
    configmaps: [
      {
        metadata: { name: 'kubelet-config', namespace: system, uid: uid() },
        data: { kubelet: kubeletConfiguration },
      },
    ],
    clusterroles: [role('cluster-admin', everything), role('deliverer', delivers)],
    clusterrolebindings: [
      binding('cluster-admin', { role: 'cluster-admin', subjects: [group('system:masters')] }),
      binding('everybody', { role: 'deliverer', subjects: [group('system:authenticated')] }),
    ],
    roles: [role('reader', [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }], 'shop')],
    rolebindings: [
      binding('deliverers', {
        role: 'deliverer',
        subjects: [{ kind: 'ServiceAccount', name: 'ci', namespace: 'shop' }],
        namespace: 'shop',
      }),
    ],
  },
})
