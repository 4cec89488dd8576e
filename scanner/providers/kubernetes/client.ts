/** The lists that the scanner reads, by the required RBAC permission: `list pods`. */
export const lists = {
  'list pods': '/api/v1/pods',
  'list nodes': '/api/v1/nodes',
  'list kube-system configmaps': '/api/v1/namespaces/kube-system/configmaps',
  'list clusterroles': '/apis/rbac.authorization.k8s.io/v1/clusterroles',
  'list clusterrolebindings': '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings',
  'list roles': '/apis/rbac.authorization.k8s.io/v1/roles',
  'list rolebindings': '/apis/rbac.authorization.k8s.io/v1/rolebindings',
} as const
export type ListName = keyof typeof lists

/** The permission to read the cluster's identity, which the server needs, but not the command line. */
export const identityAction = 'get kube-system namespace'

/** The metadata of every API object. */
export interface Metadata {
  readonly name?: string
  readonly namespace?: string
  readonly uid?: string
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
  readonly ownerReferences?: readonly {
    apiVersion?: string
    kind?: string
    name?: string
    uid?: string
    controller?: boolean
  }[]
}

/**
 * The Kubernetes client of collectors. `T` is the part of a list's object that is read. The cluster decides what it
 * contains, so members that may be missing are optional in it.
 */
export interface Kubernetes {
  /** Names the cluster in uids. */
  readonly cluster: string
  /** The cloud that runs the control plane, if the cluster's own pods do not: `EKS`, `GKE`, `AKS`; null if unknown. */
  readonly managedBy: string | null
  /**
   * Yields the objects of a list and requests pages on demand. All services of a scan share the responses. Throws
   * CallProblem (see the kit).
   */
  items<T extends { readonly metadata?: Metadata }>(list: ListName): AsyncIterable<T>
  /** Creates a CallProblem for a response that was parsed but lacks a required member. */
  broken(list: ListName, lacks: string): Error
}
