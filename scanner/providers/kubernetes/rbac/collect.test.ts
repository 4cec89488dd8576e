import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { CallProblem, isIncomplete, isUnread, type Stream } from '../../../kit/index.ts'
import { emptyCluster } from '../../../testing/kubernetes/index.ts'
import type { Kubernetes, ListName } from '../client.ts'
import { clusterWith, opened } from '../testing/opened.ts'
import { collect } from './collect.ts'

type Lists = Partial<Record<ListName, readonly unknown[]>>

/** A cluster with these lists; other lists are rejected. */
const cluster = (lists: Lists): Kubernetes => ({
  cluster: 'prod',
  managedBy: null,
  async *items<T>(list: ListName) {
    const known = lists[list]
    if (!known) throw new CallProblem('Forbidden', 'denied', list, 'forbidden')
    for (const it of known) yield it as T
  },
  broken: (list, lacks) => new CallProblem('broken_answer', 'error', list, lacks),
})

const collected = (lists: Lists) => collectFrom(cluster(lists))

const collectFrom = (client: Kubernetes) =>
  collect({
    client,
    account: 'prod',
    partition: '',
    region: '',
    regions: [],
    clock: { now: () => 0, sleep: () => Promise.resolve() },
    signal: new AbortController().signal,
  })

async function records<R>(streams: Stream<R> | readonly Stream<R>[], at = 0): Promise<unknown[]> {
  const stream = [streams].flat()[at] as Stream<R>
  return Array.fromAsync(stream.open())
}

test('a ClusterRole and a Role are read with their rules', async () => {
  const { roles } = collected({
    'list clusterroles': [
      {
        metadata: { name: 'view' },
        rules: [
          { verbs: ['get'], apiGroups: [''], resources: ['pods'], resourceNames: ['web'] },
          { verbs: ['get'], nonResourceURLs: ['/healthz'] },
        ],
      },
      { metadata: { name: 'empty' }, rules: null },
    ],
    'list roles': [{ metadata: { name: 'view', namespace: 'shop' }, rules: null }],
  })
  deepEqual(await records(roles), [
    {
      uid: 'prod/clusterrole/view',
      name: 'view',
      region: '',
      namespace: null,
      kind: 'ClusterRole',
      rules: [
        { verbs: ['get'], groups: [''], resources: ['pods'], names: ['web'], urls: [] },
        { verbs: ['get'], groups: [], resources: [], names: [], urls: ['/healthz'] },
      ],
    },
    {
      uid: 'prod/clusterrole/empty',
      name: 'empty',
      region: '',
      namespace: null,
      kind: 'ClusterRole',
      rules: [],
    },
  ])
  deepEqual(await records(roles, 1), [
    {
      uid: 'prod/role/shop/view',
      name: 'view',
      region: '',
      namespace: 'shop',
      kind: 'Role',
      rules: [],
    },
  ])
})

test('rules with absent data are unread, because the API server always returns it', async () => {
  const incomplete = [
    undefined,
    [{ verbs: ['get'] }],
    [{ verbs: ['get'], apiGroups: [''] }],
    [{ verbs: ['get'], resources: ['pods'] }],
    [{ apiGroups: [''], resources: ['pods'] }],
  ]
  for (const rules of incomplete) {
    const { roles } = collected({ 'list clusterroles': [{ metadata: named, rules }] })
    const [first] = (await records(roles)) as { rules: unknown }[]
    ok(isUnread(first?.rules), JSON.stringify(rules))
  }
})

test('a binding names the uid of its role: that of a Role lies in its own namespace', async () => {
  const { bindings } = collected({
    'list clusterrolebindings': [
      {
        metadata: { name: 'devs' },
        roleRef: { kind: 'ClusterRole', name: 'view' },
        subjects: [{ kind: 'Group', name: 'devs' }],
      },
    ],
    'list rolebindings': [
      {
        metadata: { name: 'web', namespace: 'shop' },
        roleRef: { kind: 'Role', name: 'view' },
        subjects: [{ kind: 'ServiceAccount', namespace: 'shop', name: 'web' }],
      },
      {
        metadata: { name: 'nobody', namespace: 'shop' },
        roleRef: { kind: 'ClusterRole', name: 'view' },
      },
    ],
  })
  deepEqual(await records(bindings), [
    {
      uid: 'prod/clusterrolebinding/devs',
      name: 'devs',
      region: '',
      namespace: null,
      kind: 'ClusterRoleBinding',
      role_kind: 'ClusterRole',
      role_name: 'view',
      role: 'prod/clusterrole/view',
      subjects: [{ kind: 'Group', namespace: null, name: 'devs' }],
    },
  ])
  const named = { region: '', namespace: 'shop', kind: 'RoleBinding', role_name: 'view' }
  deepEqual(await records(bindings, 1), [
    {
      ...named,
      uid: 'prod/rolebinding/shop/web',
      name: 'web',
      role_kind: 'Role',
      role: 'prod/role/shop/view',
      subjects: [{ kind: 'ServiceAccount', namespace: 'shop', name: 'web' }],
    },
    {
      ...named,
      uid: 'prod/rolebinding/shop/nobody',
      name: 'nobody',
      role_kind: 'ClusterRole',
      role: 'prod/clusterrole/view',
      subjects: [],
    },
  ])
})

test('a list that is refused leaves the other list of its kind', async () => {
  const { roles } = collected({ 'list roles': [{ metadata: { name: 'a', namespace: 'shop' } }] })
  await rejects(records(roles), { code: 'Forbidden', action: 'list clusterroles' })
  equal((await records(roles, 1)).length, 1)
})

const named = { name: 'a' }
const malformed: readonly [string, unknown][] = [
  ['rules that are no array', { metadata: named, rules: {} }],
  ['a rule that is none', { metadata: named, rules: [null] }],
  ['verbs that are no array', { metadata: named, rules: [{ verbs: '*' }] }],
  ['a verb that is no text', { metadata: named, rules: [{ verbs: [['*']] }] }],
  [
    'more texts than any role has',
    { metadata: named, rules: [{ verbs: Array(20_001).fill('*') }] },
  ],
]
for (const [what, role] of malformed) {
  test(`${what} are unread for that role alone`, async () => {
    const { roles } = collected({
      'list clusterroles': [role, { metadata: { name: 'b' }, rules: [] }],
    })
    const [first, second] = (await records(roles)) as { rules: unknown }[]
    ok(isUnread(first?.rules))
    deepEqual(second?.rules, [])
  })
}

const ref = { kind: 'ClusterRole', name: 'view' }
for (const [what, subjects] of [
  ['a subject without a name', [{ kind: 'User' }]],
  [
    'more subjects than any binding has',
    Array.from({ length: 20_001 }, () => ({ kind: 'User', name: 'a' })),
  ],
] as const) {
  test(`${what} leaves the subjects of that binding unread`, async () => {
    const { bindings } = collected({
      'list clusterrolebindings': [{ metadata: named, roleRef: ref, subjects }],
    })
    const [first] = (await records(bindings)) as { subjects: unknown }[]
    ok(isUnread(first?.subjects))
  })
}

for (const [what, lists] of [
  ['a role without a name', { 'list clusterroles': [{ metadata: {} }] }],
  ['a binding without a role', { 'list clusterrolebindings': [{ metadata: named }] }],
  ['a Role without a namespace', { 'list roles': [{ metadata: named }] }],
] satisfies [string, Lists][]) {
  test(`${what} is incomplete`, async () => {
    const { roles, bindings } = collected(lists)
    const [list = ''] = Object.keys(lists)
    const streams = list.includes('bindings') ? bindings : roles
    const at = list === 'list roles' ? 1 : 0
    const [first] = await records<unknown>(streams as Stream<unknown>[], at)
    ok(isIncomplete(first))
    equal(first.gap.code, 'broken_answer')
  })
}

test('long texts are cut', async () => {
  const { bindings } = collected({
    'list clusterrolebindings': [
      { metadata: named, roleRef: ref, subjects: [{ kind: 'User', name: 'x'.repeat(5_000) }] },
    ],
  })
  const [first] = (await records(bindings)) as { subjects: { name: string }[] }[]
  equal(first?.subjects[0]?.name.length, 1_000)
})

test('what is no character of a name is replaced, so that it cannot pass for another name', async () => {
  const texts = ['*\u0000', 'a\u001b[2Jb', 'a\ud800']
  const { roles } = collected({
    'list clusterroles': [
      { metadata: named, rules: [{ verbs: texts, nonResourceURLs: ['/healthz'] }] },
    ],
  })
  const [first] = (await records(roles)) as { rules: { verbs: unknown }[] }[]
  deepEqual(first?.rules[0]?.verbs, ['*\ufffd', 'a\ufffd[2Jb', 'a\ufffd'])
})

test('a ServiceAccount without a namespace is one of its RoleBinding’s', async () => {
  const subjects = [
    { kind: 'ServiceAccount', name: 'web' },
    { kind: 'ServiceAccount', name: 'web', namespace: '' },
    { kind: 'User', name: 'web' },
  ]
  const { bindings } = collected({
    'list rolebindings': [{ metadata: { name: 'a', namespace: 'shop' }, roleRef: ref, subjects }],
    'list clusterrolebindings': [{ metadata: named, roleRef: ref, subjects }],
  })
  const namespaces = async (at: number) => {
    const [first] = (await records(bindings, at)) as { subjects: { namespace: unknown }[] }[]
    return first?.subjects.map(({ namespace }) => namespace)
  }
  deepEqual(await namespaces(1), ['shop', 'shop', null])
  deepEqual(await namespaces(0), [null, null, null])
})

for (const name of ['a\u0001', 'a'.repeat(300)]) {
  test(`a Role and its binding named ${JSON.stringify(name).slice(0, 20)} hide nothing`, async (t) => {
    const state = emptyCluster()
    const metadata = { name, namespace: 'shop' }
    state.objects.roles = [{ metadata, rules: [] }, { metadata: { ...metadata, name: 'b' } }]
    state.objects.rolebindings = [{ metadata, roleRef: { kind: 'Role', name }, subjects: [] }]
    const { session } = await opened(t, await clusterWith(t, { state }))
    const { bindings, roles } = collectFrom(session.client('', new AbortController().signal))
    const [first, second] = (await records(roles, 1)) as { uid: string }[]
    const [binding] = (await records(bindings, 1)) as { role: string }[]
    equal(binding?.role, first?.uid)
    equal(second?.uid, 'prod/role/shop/b')
  })
}
