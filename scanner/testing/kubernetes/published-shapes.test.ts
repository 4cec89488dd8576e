/**
 * The fixture cluster's responses have the members that the published Kubernetes API (OpenAPI of 1.33) requires for
 * each type. Optional members may be missing here.
 */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { request } from 'node:https'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { kubeadmCluster, startFixtureCluster } from './index.ts'
import { resources } from './state.ts'

/**
 * The required members of a type, and the types of members that have required members themselves; `[]` marks a list of
 * them.
 */
interface Published {
  readonly required: readonly string[]
  readonly members?: Readonly<Record<string, string>>
}

const published: Readonly<Record<string, Published>> = {
  ObjectMeta: { required: [], members: { ownerReferences: 'OwnerReference[]' } },
  OwnerReference: { required: ['apiVersion', 'kind', 'name', 'uid'] },
  Pod: { required: [], members: { metadata: 'ObjectMeta', spec: 'PodSpec' } },
  PodSpec: { required: ['containers'], members: { containers: 'Container[]' } },
  Container: { required: ['name'], members: { env: 'EnvVar[]', ports: 'ContainerPort[]' } },
  ContainerPort: { required: ['containerPort'] },
  EnvVar: { required: ['name'], members: { valueFrom: 'EnvVarSource' } },
  EnvVarSource: { required: [], members: { secretKeyRef: 'SecretKeySelector' } },
  SecretKeySelector: { required: ['key'] },
  Node: { required: [], members: { metadata: 'ObjectMeta', status: 'NodeStatus' } },
  NodeStatus: { required: [], members: { nodeInfo: 'NodeSystemInfo' } },
  NodeSystemInfo: {
    required: [
      'architecture',
      'bootID',
      'containerRuntimeVersion',
      'kernelVersion',
      'kubeProxyVersion',
      'kubeletVersion',
      'machineID',
      'operatingSystem',
      'osImage',
      'systemUUID',
    ],
  },
  ConfigMap: { required: [], members: { metadata: 'ObjectMeta' } },
  Role: { required: [], members: { metadata: 'ObjectMeta', rules: 'PolicyRule[]' } },
  ClusterRole: { required: [], members: { metadata: 'ObjectMeta', rules: 'PolicyRule[]' } },
  PolicyRule: { required: ['verbs'] },
  RoleBinding: { required: ['roleRef'], members: { roleRef: 'RoleRef', subjects: 'Subject[]' } },
  ClusterRoleBinding: {
    required: ['roleRef'],
    members: { roleRef: 'RoleRef', subjects: 'Subject[]' },
  },
  RoleRef: { required: ['apiGroup', 'kind', 'name'] },
  Subject: { required: ['kind', 'name'] },
  Namespace: { required: [], members: { metadata: 'ObjectMeta' } },
  VersionInfo: {
    required: [
      'buildDate',
      'compiler',
      'gitCommit',
      'gitTreeState',
      'gitVersion',
      'goVersion',
      'major',
      'minor',
      'platform',
    ],
  },
}

/** Returns the paths of required members that a value lacks. */
function lacks(value: unknown, type: string, at: string): readonly string[] {
  if (type.endsWith('[]'))
    return (value as readonly unknown[]).flatMap((one, n) =>
      lacks(one, type.slice(0, -2), `${at}[${n}]`),
    )
  const shape = published[type]
  ok(shape, type)
  const object = value as Readonly<Record<string, unknown>>
  return [
    ...shape.required.filter((name) => object[name] === undefined).map((name) => `${at}.${name}`),
    ...Object.entries(shape.members ?? {}).flatMap(([name, of]) =>
      object[name] === undefined ? [] : lacks(object[name], of, `${at}.${name}`),
    ),
  ]
}

test('every answer of the fixture cluster has the members that the published API requires', async (t) => {
  const cluster = await startFixtureCluster({ state: kubeadmCluster() })
  t.after(() => cluster.close())
  const asked = async (path: string): Promise<Record<string, unknown>> => {
    const headers = { authorization: 'Bearer token-of-scanner' }
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const sent = request(cluster.url + path, { ca: cluster.authority.ca, headers }, (answer) => {
      equal(answer.statusCode, 200, path)
      text(answer).then(resolve, reject)
    })
    sent.on('error', reject).end()
    return JSON.parse(await promise) as Record<string, unknown>
  }
  deepEqual(lacks(await asked('/version'), 'VersionInfo', 'version'), [])
  const namespace = await asked('/api/v1/namespaces/kube-system')
  deepEqual([namespace['kind'], namespace['apiVersion']], ['Namespace', 'v1'])
  deepEqual(lacks(namespace, 'Namespace', 'namespace'), [])
  for (const [name, { group, kind }] of Object.entries(resources)) {
    const list = await asked(group ? `/apis/${group}/v1/${name}` : `/api/v1/${name}`)
    deepEqual([list['kind'], list['apiVersion']], [kind, group ? `${group}/v1` : 'v1'])
    const items = list['items'] as readonly unknown[]
    ok(items.length > 0, name)
    deepEqual(lacks(items, `${kind.replace(/List$/, '')}[]`, name), [])
  }
})
