import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'

/** A rule of a role as stored; `*` has the meaning of the RBAC authorizer. */
export interface Rule {
  readonly verbs: readonly string[]
  readonly groups: readonly string[]
  readonly resources: readonly string[]
  /** Empty for all names. */
  readonly names: readonly string[]
  readonly urls: readonly string[]
}

export interface Subject {
  /** `User`, `Group` or `ServiceAccount`. */
  readonly kind: string
  /** For a ServiceAccount. */
  readonly namespace: string | null
  readonly name: string
}

export interface Role extends Resource {
  readonly kind: 'ClusterRole' | 'Role'
  /** Null for the whole cluster. */
  readonly namespace: string | null
  /** Unread if there are too many. */
  readonly rules: Maybe<readonly Rule[]>
}

export interface Binding extends Resource {
  readonly kind: 'ClusterRoleBinding' | 'RoleBinding'
  /** Null if it grants in the whole cluster. */
  readonly namespace: string | null
  readonly role_kind: string
  readonly role_name: string
  /** The uid of the role, whether the role exists or not. */
  readonly role: string
  /** Unread if there are too many. */
  readonly subjects: Maybe<readonly Subject[]>
}

export interface Rbac {
  roles: Role
  bindings: Binding
}

export const check = checkFor<Rbac>()
