import { deepEqual, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { CallProblem, isUnread } from '../../../kit/index.ts'
import type { Kubernetes } from '../client.ts'
import type { PodMetadata } from './controllers.ts'
import { controlled } from './worlds.ts'
import { type FoundWorkload, type Pod, workloads } from './workloads.ts'

interface Given extends Pod {
  readonly metadata: PodMetadata
}

const cluster = (pods: Iterable<Given>, failure?: Error): Kubernetes => ({
  cluster: 'prod',
  managedBy: null,
  async *items() {
    yield* pods as Iterable<never>
    if (failure) throw failure
  },
  broken: (list, lacks) => new CallProblem('broken_answer', 'error', list, lacks),
})

const pod = (
  name: string,
  metadata: PodMetadata = {},
  { image = 'web:1', phase = 'Running', namespace = 'shop' } = {},
): Given => ({
  metadata: { name, namespace, ...metadata },
  spec: { containers: [{ name: 'web', image }] },
  status: { phase },
})

async function all(kubernetes: Kubernetes): Promise<readonly FoundWorkload[]> {
  const found: FoundWorkload[] = []
  for await (const one of workloads(kubernetes)) found.push(one)
  return found
}

const shown = (found: readonly FoundWorkload[]) =>
  found.map(({ kind, namespace, name, specs }) => [
    `${kind} ${namespace}/${name}`,
    isUnread(specs) ? specs.code : specs.map(({ containers }) => containers[0]?.image),
  ])

const web = (hash: string) =>
  controlled('apps/v1 ReplicaSet', `web-${hash}`, { 'pod-template-hash': hash })

test('pods of one workload are one record, with each spec once', async () => {
  const found = await all(
    cluster([
      pod('web-aa-1', web('aa')),
      pod('web-aa-2', web('aa')),
      pod('web-bb-1', web('bb'), { image: 'web:2' }),
      pod('single'),
      pod('web-aa-1', web('aa'), { namespace: 'test' }),
    ]),
  )
  deepEqual(shown(found), [
    ['Deployment shop/web', ['web:1', 'web:2']],
    ['Pod shop/single', ['web:1']],
    ['Deployment test/web', ['web:1']],
  ])
})

test('finished pods count for Jobs alone, and for a CronJob those of its newest run', async () => {
  const over = { phase: 'Succeeded' }
  const job = (run: number) => ({
    ...controlled('batch/v1 Job', `backup-${run}`),
    creationTimestamp: new Date(run * 60_000).toISOString(),
  })
  const found = await all(
    cluster([
      pod('evicted', web('aa'), { phase: 'Failed' }),
      pod('single', {}, over),
      pod('import-x', controlled('batch/v1 Job', 'import'), over),
      pod('backup-1', job(29_401_260), { ...over, image: 'backup:1' }),
      pod('backup-2', job(29_402_700), { ...over, image: 'backup:2' }),
    ]),
  )
  deepEqual(shown(found), [
    ['Job shop/import', ['web:1']],
    ['CronJob shop/backup', ['backup:2']],
  ])
  const running = await all(
    cluster([
      pod('backup-1', job(29_401_260), { image: 'backup:1' }),
      pod('backup-2', job(29_402_700), { ...over, image: 'backup:2' }),
    ]),
  )
  deepEqual(shown(running), [['CronJob shop/backup', ['backup:1', 'backup:2']]])
})

test('one pod that is not in the form of the API leaves its own workload unread', async () => {
  const found = await all(
    cluster([
      pod('web-aa-1', web('aa')),
      { ...pod('web-aa-2', web('aa')), spec: { containers: 'none' } },
      pod('single'),
    ]),
  )
  deepEqual(shown(found), [
    ['Deployment shop/web', 'broken_answer'],
    ['Pod shop/single', ['web:1']],
  ])
})

test('of a controller whose pods all differ some are read, and it is known that there are more', async () => {
  const pods = Array.from({ length: 101 }, (_, n) =>
    pod(`step-${n}`, controlled('argoproj.io/v1alpha1 Workflow', 'nightly'), {
      image: `step:${n}`,
    }),
  )
  const read = async (of: readonly Given[]) => {
    const [first] = await all(cluster(of))
    return first && !isUnread(first.specs) && [first.specs.length, first.has_more_specs]
  }
  deepEqual(await read(pods), [100, true])
  deepEqual(await read(pods.slice(1)), [100, false])
  deepEqual(await read([...pods.slice(1), ...pods.slice(1)]), [100, false])
})

test('of a list that breaks off, namespaces that were read whole are judged', async () => {
  const failure = new CallProblem('resource_limit', 'capped', 'list pods', 'There are more.')
  const seen: FoundWorkload[] = []
  const walk = async (pods: readonly Given[]) => {
    seen.length = 0
    for await (const one of workloads(cluster(pods, failure))) seen.push(one)
  }
  const [a, b] = [{ namespace: 'a' }, { namespace: 'b' }]
  await rejects(walk([pod('1', {}, a), pod('2', {}, a), pod('1', {}, b)]), failure)
  deepEqual(
    shown(seen).map(([name]) => name),
    ['Pod a/1', 'Pod a/2'],
  )
  await rejects(walk([pod('1', {}, a), pod('1', {}, b), pod('2', {}, a)]), failure)
  deepEqual(seen, [])
})

test('a Job that imitates a run of the future does not hide the newest run', async () => {
  const over = { phase: 'Succeeded' }
  const at = { creationTimestamp: new Date(29_401_260 * 60_000).toISOString() }
  const found = await all(
    cluster([
      pod(
        '1',
        { ...controlled('batch/v1 Job', 'backup-29401260'), ...at },
        { ...over, image: 'bad:1' },
      ),
      pod(
        '2',
        { ...controlled('batch/v1 Job', 'backup-29999999'), ...at },
        { ...over, image: 'good:1' },
      ),
    ]),
  )
  deepEqual(shown(found), [
    ['CronJob shop/backup', ['bad:1']],
    ['Job shop/backup-29999999', ['good:1']],
  ])
})

test('pods that a run started again do not make it the newest', async () => {
  const over = { phase: 'Failed' }
  const of = (run: number, minutes: number) => ({
    ...controlled('batch/v1 Job', `backup-${run}`),
    creationTimestamp: new Date((run + minutes) * 60_000).toISOString(),
  })
  const found = await all(
    cluster([
      pod('1', of(29_401_260, 0), { ...over, image: 'backup:1' }),
      pod('2', of(29_402_700, 0), { ...over, image: 'backup:2' }),
      pod('3', of(29_401_260, 2_000), { ...over, image: 'backup:1' }),
    ]),
  )
  deepEqual(shown(found), [['CronJob shop/backup', ['backup:2']]])
})

test('controllers of another API group with the same kind and name are other workloads', async () => {
  const found = await all(
    cluster([
      pod('a', controlled('batch/v1 Job', 'train')),
      pod('b', controlled('batch.volcano.sh/v1alpha1 Job', 'train'), { image: 'train:2' }),
    ]),
  )
  deepEqual(shown(found), [
    ['Job shop/train', ['web:1']],
    ['Job shop/train', ['train:2']],
  ])
  deepEqual(
    found.map(({ group }) => group),
    ['', 'batch.volcano.sh'],
  )
})

test('a pod without a namespace breaks the answer', async () => {
  await rejects(all(cluster([{ metadata: { name: 'a' } }])), { code: 'broken_answer' })
})

test('a controller without a name that can be one leaves the other pods their verdicts', async () => {
  const found = await all(cluster([pod('a', controlled('x/v1 Foo/Bar', 'x')), pod('b')]))
  deepEqual(shown(found), [
    ['Pod shop/a', ['web:1']],
    ['Pod shop/b', ['web:1']],
  ])
})
