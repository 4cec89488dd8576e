import {
  type Collected,
  type Collecting,
  each,
  type Maybe,
  unread,
  unreadFrom,
  withhold,
} from '../../../kit/index.ts'
import type { Kubernetes, ListName, Metadata } from '../client.ts'
import { cut, membersIn } from '../members.ts'
import { roleName } from '../role-names.ts'
import type { Binding, Rbac, Role, Rule, Subject } from './resources.ts'

interface ListedRole {
  metadata?: Metadata
  rules?: unknown
}

interface ListedBinding {
  metadata?: Metadata
  roleRef?: { kind?: unknown; name?: unknown }
  subjects?: unknown
}

/** The maximum number of strings of one role and of subjects of one binding; a larger object is unread. */
const mostTexts = 20_000

export const collect = ({ client }: Collecting<Kubernetes>): Collected<Rbac> => {
  const rolesOf = (kind: Role['kind'], list: ListName) =>
    each<ListedRole, Role>(client.items<ListedRole>(list), ({ metadata, rules }) => ({
      ...identity(client, list, kind, metadata),
      kind,
      rules: orUnread(() => rulesOf(rules, list)),
    }))

  const bindingsOf = (kind: Binding['kind'], list: ListName) =>
    each<ListedBinding, Binding>(client.items<ListedBinding>(list), (it) => {
      const { kind: ofKind, name: ofName } = it.roleRef ?? {}
      if (typeof ofKind !== 'string' || typeof ofName !== 'string')
        throw client.broken(list, 'roleRef')
      const [role_kind, role_name] = [cut(ofKind), roleName(ofName)]
      const own = identity(client, list, kind, it.metadata)
      const namespace = role_kind === 'ClusterRole' ? null : own.namespace
      return {
        ...own,
        kind,
        role_kind,
        role_name,
        role: uidOf(client.cluster, role_kind, namespace, role_name),
        subjects: orUnread(() => subjectsOf(it.subjects, list, own.namespace)),
      }
    })

  return {
    roles: [rolesOf('ClusterRole', 'list clusterroles'), rolesOf('Role', 'list roles')],
    bindings: [
      bindingsOf('ClusterRoleBinding', 'list clusterrolebindings'),
      bindingsOf('RoleBinding', 'list rolebindings'),
    ],
  }
}

const uidOf = (cluster: string, kind: string, namespace: string | null, name: string): string =>
  [cluster, kind.toLowerCase(), ...(namespace === null ? [] : [namespace]), name].join('/')

function identity(
  client: Kubernetes,
  list: ListName,
  kind: Role['kind'] | Binding['kind'],
  { name, namespace: within }: Metadata = {},
) {
  const isOfCluster = kind === 'ClusterRole' || kind === 'ClusterRoleBinding'
  if (!name) throw client.broken(list, 'metadata.name')
  if (!isOfCluster && !within) throw client.broken(list, 'metadata.namespace')
  const namespace = isOfCluster ? null : (within ?? null)
  return { uid: uidOf(client.cluster, kind, namespace, name), name, region: '', namespace }
}

/** A value that one object lacks is unread for that object only. */
function orUnread<T>(make: () => T): Maybe<T> {
  try {
    return make()
  } catch (thrown) {
    return unreadFrom(thrown)
  }
}

/** Counts the entries of one object, and withholds it beyond the limit. */
function counter(list: ListName): (count: number) => void {
  let total = 0
  return (count) => {
    total += count
    if (total > mostTexts) withhold(unread('too_large', { outcome: 'capped', action: list }))
  }
}

function rulesOf(value: unknown, list: ListName): readonly Rule[] {
  const { malformed, objects, texts } = membersIn(list)
  const count = counter(list)
  const counted = (some: unknown): readonly string[] => {
    count(Array.isArray(some) ? some.length : 0)
    return texts(some)
  }
  if (value === undefined) malformed() // a role without rules has null
  const rules = objects(value)
  count(rules.length)
  return rules.map(({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }) => {
    const rule = {
      verbs: counted(verbs),
      groups: counted(apiGroups),
      resources: counted(resources),
      names: counted(resourceNames),
      urls: counted(nonResourceURLs),
    }
    // The API server accepts no rule without verbs, and none without URLs or resources of API groups.
    const isOfResources = rule.groups.length > 0 && rule.resources.length > 0
    return rule.verbs.length > 0 && (isOfResources || rule.urls.length > 0) ? rule : malformed()
  })
}

/** A ServiceAccount without a namespace is in the binding’s namespace. */
function subjectsOf(value: unknown, list: ListName, within: string | null): readonly Subject[] {
  const { malformed, objects, text } = membersIn(list)
  const subjects = objects(value)
  counter(list)(subjects.length)
  return subjects.map((subject) => {
    const kind = text(subject['kind']) ?? malformed()
    const namespace = kind === 'ServiceAccount' ? text(subject['namespace']) || within : null
    return { kind, namespace, name: text(subject['name']) ?? malformed() }
  })
}
