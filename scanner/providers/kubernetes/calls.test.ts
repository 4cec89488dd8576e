import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { systemClock } from '../../engine/index.ts'
import type { CallProblem, Clock } from '../../kit/index.ts'
import {
  type ClusterObject,
  type ClusterState,
  emptyCluster,
  type FixtureCluster,
  type FixtureClusterOptions,
  manyPods,
} from '../../testing/kubernetes/index.ts'
import { longestMs, maxPages } from './calls.ts'
import type { Kubernetes, ListName, Metadata } from './client.ts'
import { clusterWith, opened } from './testing/opened.ts'

interface Opened {
  readonly cluster: FixtureCluster
  readonly client: Kubernetes
  readonly stop: AbortController
}

/** A cluster with this number of pods, and its client. */
async function reading(
  t: TestContext,
  pods: number | readonly ClusterObject[],
  {
    config = {},
    state = {},
    ...options
  }: Partial<Omit<FixtureClusterOptions, 'state'>> & {
    config?: object
    state?: Partial<ClusterState>
  } = {},
): Promise<Opened> {
  const empty = emptyCluster()
  const objects = { ...empty.objects, pods: typeof pods === 'number' ? manyPods(pods) : [...pods] }
  const cluster = await clusterWith(t, { state: { ...empty, objects, ...state }, ...options })
  const { session } = await opened(t, cluster, {
    config: { max_requests_per_second: 10_000, retries: 1, ...config },
  })
  const stop = new AbortController()
  return { cluster, client: session.client('', stop.signal), stop }
}

const namesOf = async (client: Kubernetes, list: ListName = 'list pods'): Promise<string[]> => {
  const names: string[] = []
  for await (const { metadata } of client.items<{ metadata?: Metadata }>(list))
    names.push(`${metadata?.namespace}/${metadata?.name}`)
  return names
}

const pages = ({ calls }: FixtureCluster) =>
  calls.filter(({ operation }) => operation === 'list pods')

const fails = (reader: Promise<unknown>, code: string, outcome: CallProblem['outcome']) =>
  rejects(reader, { name: 'CallProblem', code, outcome, action: 'list pods' })

test('a list is read page by page, each object once', async (t) => {
  const { cluster, client } = await reading(t, 1_201)
  const names = await namesOf(client)
  deepEqual([names.length, new Set(names).size], [1_201, 1_201])
  equal(pages(cluster).length, 3)
  ok(pages(cluster).every(({ query }) => query.startsWith('?limit=500')))
})

test('no page is asked for before the one before it is consumed', async (t) => {
  const { cluster, client } = await reading(t, 1_201)
  const items = client.items('list pods')[Symbol.asyncIterator]()
  for (let n = 0; n < 500; n++) await items.next()
  equal(pages(cluster).length, 1)
  await items.next()
  equal(pages(cluster).length, 2)
  await items.return?.()
})

test('services that read the same list ask once, side by side or one after the other', async (t) => {
  const { cluster, client } = await reading(t, 1_201)
  const [one, two] = await Promise.all([namesOf(client), namesOf(client)])
  deepEqual([one.length, two, await namesOf(client)], [1_201, one, one])
  equal(pages(cluster).length, 3)
})

test('every list has its own address', async (t) => {
  const state = emptyCluster()
  const all = await clusterWith(t, { state })
  const { session } = await opened(t, all)
  const client = session.client('', new AbortController().signal)
  state.objects.configmaps.push(
    { metadata: { namespace: 'kube-system', name: 'kubelet-config' } },
    { metadata: { namespace: 'default', name: 'other' } },
  )
  for (const resource of ['nodes', 'clusterroles', 'clusterrolebindings'] as const)
    state.objects[resource].push({ metadata: { name: resource } })
  for (const resource of ['roles', 'rolebindings'] as const)
    state.objects[resource].push({ metadata: { namespace: 'default', name: resource } })
  deepEqual(await namesOf(client, 'list kube-system configmaps'), ['kube-system/kubelet-config'])
  deepEqual(await namesOf(client, 'list nodes'), ['undefined/nodes'])
  deepEqual(await namesOf(client, 'list clusterroles'), ['undefined/clusterroles'])
  deepEqual(await namesOf(client, 'list clusterrolebindings'), ['undefined/clusterrolebindings'])
  deepEqual(await namesOf(client, 'list roles'), ['default/roles'])
  deepEqual(await namesOf(client, 'list rolebindings'), ['default/rolebindings'])
  deepEqual(await namesOf(client), [])
})

test('who changed which field is not held', async (t) => {
  const { client } = await reading(t, 1)
  for await (const { metadata } of client.items('list pods'))
    equal(Object.hasOwn(metadata ?? {}, 'managedFields'), false)
})

test('a refused list is denied, and names the permission', async (t) => {
  const { client } = await reading(t, 10, { state: { denied: ['pods'] } })
  await fails(namesOf(client), 'Forbidden', 'denied')
})

test('a list that is throttled is asked for again, and is a gap when it stays so', async (t) => {
  const { cluster, client } = await reading(t, 10)
  const match = { operation: 'list pods' }
  const calm = cluster.script({ match: { ...match, times: 1 }, do: 'throttle' })
  equal((await namesOf(client)).length, 10)
  calm()
  const { cluster: busy, client: held } = await reading(t, 10)
  busy.script({ match, do: 'throttle', retryAfterSeconds: 1 })
  await fails(namesOf(held), 'TooManyRequests', 'throttled')
})

const answers: readonly (readonly [what: string, body: string, code: string])[] = [
  ['no JSON', '<html>', 'broken_answer'],
  ['another list', '{"kind":"SecretList","items":[]}', 'broken_answer'],
  ['no items', '{"kind":"PodList","items":{}}', 'broken_answer'],
  ['an object without a name', '{"kind":"PodList","items":[{"metadata":{}}]}', 'broken_answer'],
  ['null', '{"kind":"PodList","items":[null]}', 'broken_answer'],
  ['a name that is a path', podNamed('a/b'), 'broken_answer'],
  ['a name with a null sign', podNamed('a\u0000'), 'broken_answer'],
  ['a name that is too long', podNamed('a'.repeat(254)), 'broken_answer'],
  ['labels that are none', podNamed('a', { labels: { a: { b: 1 } } }), 'broken_answer'],
  ['owners that are none', podNamed('a', { ownerReferences: [null] }), 'broken_answer'],
  ['an owner that is none', podNamed('a', { ownerReferences: [{ kind: 1 }] }), 'broken_answer'],
  ['a namespace that is none', podNamed('a', { namespace: '..//' }), 'broken_answer'],
  [
    'a token that is no text',
    '{"kind":"PodList","metadata":{"continue":1},"items":[]}',
    'broken_answer',
  ],
  [
    'a token that is too long',
    `{"kind":"PodList","metadata":{"continue":"${'x'.repeat(9_000)}"},"items":[]}`,
    'broken_answer',
  ],
]
function podNamed(name: string, more: object = {}): string {
  return JSON.stringify({ kind: 'PodList', items: [{ metadata: { name, ...more } }] })
}
for (const [what, body, code] of answers) {
  test(`an answer with ${what} is broken, and not an empty list`, async (t) => {
    const { cluster, client } = await reading(t, 10)
    cluster.script({ match: { operation: 'list pods' }, do: 'status', status: 200, body })
    await fails(namesOf(client), code, 'error')
  })
}

test('an answer that breaks off, never comes whole or is another status is a gap', async (t) => {
  for (const [deed, code] of [
    [{ do: 'truncate' }, 'truncated_answer'],
    [{ do: 'garbage' }, 'broken_answer'],
    [{ do: 'status', status: 500 }, 'http_500'],
    [{ do: 'status', status: 401 }, 'http_401'],
    [{ do: 'status', status: 404 }, 'http_404'],
    [{ do: 'status', status: 301 }, 'http_301'],
  ] as const) {
    const { cluster, client } = await reading(t, 10)
    cluster.script({ match: { operation: 'list pods' }, ...deed })
    await fails(namesOf(client), code, 'error')
  }
})

test('a page that is larger than an answer may be is asked for in smaller parts', async (t) => {
  const large = manyPods(60).map((pod) => ({ ...pod, data: 'x'.repeat(400_000) }))
  const { cluster, client } = await reading(t, large)
  equal((await namesOf(client)).length, 60)
  deepEqual(
    new Set(pages(cluster).map(({ query }) => /limit=\d+/.exec(query)?.[0])),
    new Set(['limit=500', 'limit=100', 'limit=20']),
  )
})

test('a page of more values than may be parsed is asked for in smaller parts', async (t) => {
  const many = manyPods(30).map((pod) => ({
    ...pod,
    data: Array.from({ length: 20_000 }, () => []),
  }))
  const { cluster, client } = await reading(t, many)
  equal((await namesOf(client)).length, 30)
  deepEqual(
    pages(cluster).map(({ query }) => /limit=\d+/.exec(query)?.[0]),
    ['limit=500', 'limit=100', 'limit=20', 'limit=500'],
  )
  const more = manyPods(4).map((pod) => ({
    ...pod,
    data: Array.from({ length: 400_000 }, () => []),
  }))
  await fails(namesOf((await reading(t, more)).client), 'answer_too_large', 'error')
})

test('an object that is none hides no other, and is a gap all the same', async (t) => {
  const pods = manyPods(700)
  const { client } = await reading(t, [
    { metadata: { namespace: 'team-0', name: 'a'.repeat(254) } },
    ...pods,
  ])
  const names: string[] = []
  const reader = (async () => {
    for await (const { metadata } of client.items('list pods')) names.push(metadata?.name ?? '')
  })()
  await fails(reader, 'broken_answer', 'error')
  equal(names.length, 700)
})

test('a scan asks for no further page when it has taken too long, and the rest is a gap', async (t) => {
  const empty = emptyCluster()
  const state = { ...empty, objects: { ...empty.objects, pods: manyPods(1_201) } }
  const cluster = await clusterWith(t, { state })
  let late = 0
  const clock: Clock = {
    now: () => systemClock.now() + late,
    sleep: async (ms, signal) => (ms > 60_000 ? await systemClock.sleep(ms, signal) : undefined),
  }
  const { session } = await opened(t, cluster, { clock })
  const names: string[] = []
  const reader = (async () => {
    const client = session.client('', new AbortController().signal)
    for await (const { metadata } of client.items('list pods')) {
      names.push(metadata?.name ?? '')
      if (names.length === 500) late = longestMs
    }
  })()
  await fails(reader, 'time_limit', 'capped')
  equal(names.length, 500)
})

test('a call that drips when the time of a scan is over is given up, and the rest is a gap', async (t) => {
  const cluster = await clusterWith(t)
  let over = (): void => undefined
  let late = 0
  // A sleep of at least half an hour is the scan's time limit; the test ends it.
  const clock: Clock = {
    now: () => systemClock.now() + late,
    sleep: (ms, signal) =>
      ms < 30 * 60_000
        ? systemClock.sleep(ms, signal)
        : new Promise<void>((resolve, reject) => {
            over = resolve
            signal.addEventListener('abort', () => reject(signal.reason), { once: true })
          }),
  }
  const { session } = await opened(t, cluster, { clock })
  cluster.script({ match: { operation: 'list pods' }, do: 'slow', bytesPerTick: 1, tickMs: 20 })
  const names = namesOf(session.client('', new AbortController().signal))
  for (const until = Date.now() + 5_000; pages(cluster).length === 0 && Date.now() < until; )
    await new Promise((resolve) => setTimeout(resolve, 10))
  late = longestMs + 1_000
  over()
  await fails(names, 'time_limit', 'capped')
})

test('a list that repeats a token, or has a new one for ever, comes to an end', async (t) => {
  const same = await reading(t, 3, { continueWith: (_, page) => (page > 1 ? 'x' : undefined) })
  equal((await namesOf(same.client)).length, 3)
  const again = await reading(t, 3, { continueWith: () => btoa('{"from":0,"page":2}') })
  await fails(namesOf(again.client), 'endless_pages', 'error')
  const endless = await reading(t, 3, {
    continueWith: (_, page) => btoa(JSON.stringify({ from: 0, page: page + 1 })),
  })
  await fails(namesOf(endless.client), 'resource_limit', 'capped')
  equal(pages(endless.cluster).length, maxPages)
})

test('no more objects of a list are looked at than the configuration says, and the rest is a gap', async (t) => {
  const { cluster, client } = await reading(t, 1_201, {
    config: { max_scanned_resources_per_service: 600 },
  })
  const names: string[] = []
  const reader = (async () => {
    for await (const { metadata } of client.items('list pods')) names.push(metadata?.name ?? '')
  })()
  await fails(reader, 'resource_limit', 'capped')
  deepEqual([names.length, pages(cluster).length], [600, 2])
})

const expired = (next?: string) =>
  JSON.stringify({
    kind: 'Status',
    status: 'Failure',
    reason: 'Expired',
    code: 410,
    metadata: next ? { continue: next } : {},
  })

test('a list whose moment has expired goes on with the token that it is given', async (t) => {
  const { cluster, client } = await reading(t, 1_201)
  const body = expired(btoa('{"page":2,"from":500}'))
  const match = { operation: 'list pods', nth: 2 }
  cluster.script({ match, do: 'status', status: 410, body })
  const names = await namesOf(client)
  deepEqual([names.length, new Set(names).size, pages(cluster).length], [1_201, 1_201, 4])
})

test('without such a token it is begun again, once, and no object comes twice', async (t) => {
  const { cluster, client } = await reading(t, 1_201)
  const match = { operation: 'list pods', nth: 2 }
  cluster.script({ match, do: 'status', status: 410, body: expired() })
  const names = await namesOf(client)
  deepEqual([names.length, new Set(names).size, pages(cluster).length], [1_201, 1_201, 5])
  const { cluster: busy, client: unlucky } = await reading(t, 1_201)
  for (const nth of [2, 4])
    busy.script({
      match: { operation: 'list pods', nth },
      do: 'status',
      status: 410,
      body: expired(),
    })
  await fails(namesOf(unlucky), 'Expired', 'error')
})

test('what is null of an object is as if it were not there', async (t) => {
  const none = { namespace: null, labels: null, annotations: null, ownerReferences: null }
  const { cluster, client } = await reading(t, 0)
  const body = podNamed('a', none)
  cluster.script({ match: { operation: 'list pods' }, do: 'status', status: 200, body })
  for await (const { metadata } of client.items('list pods')) deepEqual(metadata, { name: 'a' })
})

test('names that are hostile to people are names like any other', async (t) => {
  const name = '\u202eexe.fdp<script>=HYPERLINK("x")'
  const { client } = await reading(t, [{ metadata: { namespace: 'a', name } }])
  deepEqual(await namesOf(client), [`a/${name}`])
})

test('a list ends when its scan is cancelled', async (t) => {
  const { cluster, client, stop } = await reading(t, 10)
  cluster.script({ match: { operation: 'list pods' }, do: 'hang' })
  const readers = [namesOf(client), namesOf(client)]
  setTimeout(() => stop.abort(), 50)
  for (const reader of readers) await rejects(reader, { name: 'AbortError' })
})
