import { identityAction, type ListName, lists } from './client.ts'

interface Rule {
  /** Null for the whole cluster. */
  readonly namespace: string | null
  readonly apiGroup: string
  readonly resource: string
  /** The only object that may be read; absent if all may be listed. */
  readonly name?: string
}

/** It allows reading only the namespace's name, age and labels. */
const identityRule: Rule = {
  namespace: null,
  apiGroup: '',
  resource: 'namespaces',
  name: 'kube-system',
}

/** The rule for a list, by its path: `/api/v1/pods`, `/apis/<group>/v1/roles`, or below a namespace. */
export function ruleOf(list: ListName): Rule {
  const [, root, ...parts] = lists[list].split('/')
  const apiGroup = root === 'api' ? '' : (parts[0] ?? '')
  const [first = '', namespace = '', resource = ''] = parts.slice(root === 'api' ? 1 : 2)
  return first === 'namespaces'
    ? { namespace, apiGroup, resource }
    : { namespace: null, apiGroup, resource: first }
}

const role = (namespace: string | null, rules: readonly Rule[]): string => {
  const byGroup = Map.groupBy(rules, ({ apiGroup, name }) => `${apiGroup} ${name ?? ''}`)
  return [
    'apiVersion: rbac.authorization.k8s.io/v1',
    `kind: ${namespace === null ? 'ClusterRole' : 'Role'}`,
    'metadata:',
    '  name: plumbline',
    ...(namespace === null ? [] : [`  namespace: ${namespace}`]),
    'rules:',
    ...[...byGroup.values()].flatMap((those) => [
      `  - apiGroups: ["${those[0]?.apiGroup}"]`,
      `    resources: [${those.map(({ resource }) => `"${resource}"`).join(', ')}]`,
      ...(those[0]?.name === undefined ? [] : [`    resourceNames: ["${those[0].name}"]`]),
      `    verbs: ["${those[0]?.name === undefined ? 'list' : 'get'}"]`,
    ]),
    '',
  ].join('\n')
}

/**
 * A ClusterRole that allows its subjects to read only these lists and the cluster's identity; lists of one namespace
 * are in a Role there. The result is YAML documents; `actions` are names of lists, and `identityAction`.
 */
export function clusterRole(actions: readonly string[]): string {
  const names = Object.keys(lists) as ListName[]
  const rules = names.filter((name) => actions.includes(name)).map(ruleOf)
  if (actions.includes(identityAction)) rules.push(identityRule)
  return [...Map.groupBy(rules, ({ namespace }) => namespace)]
    .map(([namespace, those]) => role(namespace, those))
    .join('---\n')
}
