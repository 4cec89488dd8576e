/** The state of a fixture cluster: objects in the format of the API server's lists, and their permissions. */

export interface ObjectMeta {
  readonly name: string
  readonly namespace?: string
  readonly [member: string]: unknown
}

/** An object as in a list: without apiVersion and kind. */
export interface ClusterObject {
  readonly metadata: ObjectMeta
  readonly [member: string]: unknown
}

/** The supported lists, by their plural names. */
export const resources = {
  pods: { group: '', kind: 'PodList' },
  nodes: { group: '', kind: 'NodeList' },
  configmaps: { group: '', kind: 'ConfigMapList' },
  clusterroles: { group: 'rbac.authorization.k8s.io', kind: 'ClusterRoleList' },
  clusterrolebindings: { group: 'rbac.authorization.k8s.io', kind: 'ClusterRoleBindingList' },
  roles: { group: 'rbac.authorization.k8s.io', kind: 'RoleList' },
  rolebindings: { group: 'rbac.authorization.k8s.io', kind: 'RoleBindingList' },
} as const
export type Resource = keyof typeof resources

export interface ClusterState {
  /** `v1.33.2` */
  version: string
  /** The cluster's identity: the uid of the namespace kube-system. */
  identity: string
  /** True if the API server supports SelfSubjectReview, which exists since 1.28. */
  reviews: boolean
  objects: Record<Resource, ClusterObject[]>
  /** Lists that are forbidden to every authenticated user. */
  denied: Resource[]
  /** Users by their tokens. */
  tokens: Record<string, string>
  /** Users by their passwords, as `name:password`. */
  passwords: string[]
}

export const emptyCluster = (): ClusterState => ({
  version: 'v1.33.2',
  identity: '5f0c3c1e-1d5b-4a53-8f0e-6a2f4d1c7b90',
  reviews: true,
  objects: {
    pods: [],
    nodes: [],
    configmaps: [],
    clusterroles: [],
    clusterrolebindings: [],
    roles: [],
    rolebindings: [],
  },
  denied: [],
  tokens: { 'token-of-scanner': 'system:serviceaccount:plumbline:scanner' },
  passwords: ['scanner:password'],
})

/**
 * This number of running pods with one container each, in several namespaces; their names are in the order of the list.
 */
export const manyPods = (count: number): ClusterObject[] =>
  Array.from({ length: count }, (_, n) => ({
    metadata: {
      name: `web-${String(n).padStart(6, '0')}`,
      namespace: `team-${n % 7}`,
      uid: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
      labels: { app: 'web' },
      managedFields: [{ manager: 'kubelet', fieldsV1: { 'f:status': {} } }],
    },
    spec: { containers: [{ name: 'web', image: 'registry.example/web:1.2.3' }] },
    status: { phase: 'Running' },
  }))
