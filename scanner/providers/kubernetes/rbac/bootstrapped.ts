/**
 * Grants of a cluster to its own components. A name or a label proves nothing, because users who can write roles can
 * set both. A binding is the cluster's own if its name, role and subjects match, and a role if its grants stay within
 * those of the API server.
 *
 * The table contains the roles that a check here would fail, with all grants by API servers up to 1.37, because an API
 * server adds missing grants to its roles when it starts and keeps grants of older versions (controller_policy.go and
 * testdata of plugin/pkg/auth/authorizer/rbac/bootstrappolicy in kubernetes/kubernetes): `verbs: resource.group #
 * names`, and `url` before URLs other than resources.
 */
import table from './bootstrapped-roles.json' with { type: 'json' }
import type { Binding, Role, Rule, Subject } from './resources.ts'

interface Grant {
  readonly verbs: ReadonlySet<string>
  /** `<resource>.<group>`; a URL has a blank before it. */
  readonly targets: ReadonlySet<string>
  /** Empty for all names. */
  readonly names: ReadonlySet<string>
}

type Place = Pick<Role, 'name' | 'namespace'> & { readonly kind: string }
/** The members of a binding that identify its owner. */
export type Bound = Pick<Binding, 'name' | 'namespace' | 'kind' | 'role_kind' | 'role_name'> & {
  readonly subjects: readonly Subject[]
}

const placeOf = ({ kind, namespace, name }: Place): string =>
  [kind.toLowerCase(), ...(namespace === null ? [] : [namespace]), name].join('/')

const targetOf = (group: string, resource: string): string =>
  group === '' ? resource : `${resource}.${group}`

function grantOf(line: string): Grant {
  const [verbs = '', rest = ''] = line.split(': ')
  const [targets = '', names = ''] = rest.split(' # ')
  const [first, ...others] = targets.split(' ')
  const isOfUrls = first === 'url'
  return {
    verbs: new Set(verbs.split(' ')),
    targets: new Set(isOfUrls ? others.map((url) => ` ${url}`) : targets.split(' ')),
    names: new Set(names === '' ? [] : names.split(' ')),
  }
}

const grants: ReadonlyMap<string, readonly Grant[]> = new Map(
  Object.entries(table).map(([place, lines]) => [place, lines.map(grantOf)]),
)

const clusterAdmin = { kind: 'ClusterRole', name: 'cluster-admin' }
/** Bindings whose subject does not follow from the name. The API server creates the first, kubeadm the others. */
const named: Readonly<Record<string, { role: Pick<Place, 'kind' | 'name'>; subject: Subject }>> = {
  'clusterrolebinding/cluster-admin': {
    role: clusterAdmin,
    subject: { kind: 'Group', namespace: null, name: 'system:masters' },
  },
  'clusterrolebinding/kubeadm:cluster-admins': {
    role: clusterAdmin,
    subject: { kind: 'Group', namespace: null, name: 'kubeadm:cluster-admins' },
  },
  'clusterrolebinding/kubeadm:apiserver-kubelet-client': {
    role: { kind: 'ClusterRole', name: 'system:kubelet-api-admin' },
    subject: { kind: 'User', namespace: null, name: 'kube-apiserver-kubelet-client' },
  },
  'clusterrolebinding/system:kube-controller-manager': {
    role: { kind: 'ClusterRole', name: 'system:kube-controller-manager' },
    subject: { kind: 'User', namespace: null, name: 'system:kube-controller-manager' },
  },
}

const controllers = 'system:controller:'

/** The role and the subject of a binding that a cluster creates; undefined for any other name. */
function expected(binding: Bound) {
  const { kind, namespace, name } = binding
  const place = placeOf(binding)
  if (Object.hasOwn(named, place)) return named[place]
  if (!name.startsWith(controllers)) return undefined
  const role = { kind: kind === 'ClusterRoleBinding' ? 'ClusterRole' : 'Role', name }
  if (!grants.has(placeOf({ ...role, namespace }))) return undefined
  const account = name.slice(controllers.length)
  return { role, subject: { kind: 'ServiceAccount', namespace: 'kube-system', name: account } }
}

/**
 * True if a cluster creates this binding itself, with this subject and a role that grants no more than the original.
 */
export function isOwnBinding(binding: Bound, rules: readonly Rule[]): boolean {
  const own = expected(binding)
  if (!own || binding.role_kind !== own.role.kind || binding.role_name !== own.role.name)
    return false
  const isOwnSubject = ({ kind, namespace, name }: Subject) =>
    kind === own.subject.kind &&
    name === own.subject.name &&
    (kind !== 'ServiceAccount' || namespace === own.subject.namespace)
  const namespace = own.role.kind === 'Role' ? binding.namespace : null
  return binding.subjects.every(isOwnSubject) && isOwnRole({ ...own.role, namespace }, rules)
}

/** True if the API server creates this role itself, and the role grants no more than the original. */
export function isOwnRole(role: Place, rules: readonly Rule[]): boolean {
  const own = grants.get(placeOf(role))
  return own !== undefined && rules.every((rule) => isWithin(rule, own))
}

/** A rule with more combinations is not in the table. */
const mostCombinations = 10_000

function isWithin(rule: Rule, own: readonly Grant[]): boolean {
  const { verbs, groups, resources, names, urls } = rule
  if (verbs.length * (groups.length * resources.length + urls.length) > mostCombinations)
    return false
  const ofNames = own.filter(
    (grant) =>
      grant.names.size === 0 || (names.length > 0 && names.every((name) => grant.names.has(name))),
  )
  const areGranted = (verb: string, targets: readonly string[]) =>
    ofNames.some(
      (grant) =>
        (grant.verbs.has('*') || grant.verbs.has(verb)) &&
        targets.some((target) => grant.targets.has(target)),
    )
  return verbs.every(
    (verb) =>
      groups.every((group) =>
        resources.every((resource) => areGranted(verb, widened(group, resource))),
      ) && urls.every((url) => areGranted(verb, [` ${url}`, ' *'])),
  )
}

/** A target and the targets in the table that would include it. */
function widened(group: string, resource: string): readonly string[] {
  const [, subresource] = resource.split('/')
  const resources = [resource, '*', ...(subresource === undefined ? [] : [`*/${subresource}`])]
  return [group, '*'].flatMap((wide) => resources.map((one) => targetOf(wide, one)))
}
