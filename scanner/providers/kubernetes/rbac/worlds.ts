// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import type { Binding, Role, Rule, Subject } from './resources.ts'

export const rule = (
  verbs: string,
  resources: string,
  { group = '', names = [] }: { group?: string; names?: readonly string[] } = {},
): Rule => ({
  verbs: verbs.split(' '),
  groups: [group],
  resources: resources.split(' '),
  names,
  urls: [],
})

/** `User alice`, `Group devs` or `ServiceAccount shop/web`. */
export function subject(text: string): Subject {
  const [kind = '', name = ''] = text.split(' ')
  const [namespace = '', account = ''] = name.split('/')
  return kind === 'ServiceAccount'
    ? { kind, namespace, name: account }
    : { kind, namespace: null, name }
}

export const role = world<Role>({
  uid: 'prod/clusterrole/ops',
  name: 'ops',
  region: '',
  kind: 'ClusterRole',
  namespace: null,
  rules: [rule('get list', 'pods')],
})

/** A ClusterRole with these rules. */
export const clusterRole = (name: string, ...rules: readonly Rule[]): Role =>
  role({ uid: `prod/clusterrole/${name}`, name, rules })

export const binding = world<Binding>({
  uid: 'prod/clusterrolebinding/ops',
  name: 'ops',
  region: '',
  kind: 'ClusterRoleBinding',
  namespace: null,
  role_kind: 'ClusterRole',
  role_name: 'ops',
  role: 'prod/clusterrole/ops',
  subjects: [subject('Group devs')],
})

/** A ClusterRoleBinding of this name to the ClusterRole of the same or another name. */
export const clusterBinding = (name: string, to: string, ...subjects: readonly string[]): Binding =>
  binding({
    uid: `prod/clusterrolebinding/${name}`,
    name,
    role_name: to,
    role: `prod/clusterrole/${to}`,
    subjects: subjects.map(subject),
  })

/** A RoleBinding in the namespace shop to a ClusterRole. */
export const namespaceBinding = (
  name: string,
  to: string,
  ...subjects: readonly string[]
): Binding => ({
  ...clusterBinding(name, to, ...subjects),
  uid: `prod/rolebinding/shop/${name}`,
  kind: 'RoleBinding',
  namespace: 'shop',
})

/** Wildcards in every list: what cluster-admin allows on resources. */
export const everything: Rule = {
  verbs: ['*'],
  groups: ['*'],
  resources: ['*'],
  names: [],
  urls: [],
}

/** A controller of the control plane that creates pods, with the API server's binding. */
export const jobController = {
  role: clusterRole(
    'system:controller:job-controller',
    rule('get list watch update patch', 'jobs', { group: 'batch' }),
    rule('create delete list patch watch', 'pods'),
  ),
  binding: clusterBinding(
    'system:controller:job-controller',
    'system:controller:job-controller',
    'ServiceAccount kube-system/job-controller',
  ),
}
