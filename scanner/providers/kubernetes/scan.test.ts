// Properties of every scan of a cluster, tested with a service of pods and nodes.
import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import {
  type CoverageRow,
  type FindingRecord,
  open,
  type Plan,
  planScan,
  scan,
  summarize,
} from '../../engine/index.ts'
import {
  CallProblem,
  checkFor,
  each,
  pass,
  type Provider,
  type Resource,
  service,
  serviceAbsent,
} from '../../kit/index.ts'
import {
  type ClusterState,
  emptyCluster,
  type FixtureCluster,
  manyPods,
} from '../../testing/kubernetes/index.ts'
import type { Kubernetes } from './client.ts'
import { kubernetes } from './index.ts'
import { clusterWith, inputFor } from './testing/opened.ts'

interface Held {
  workloads: Resource
  nodes: Resource
}

const check = checkFor<Held>()
const text = { title: 'T', risk: 'R', fix: { text: 'F' }, source: 'https://kubernetes.io/' }
const judge = ({ name }: Resource) => pass(`${name} is there.`)
const needs = [] as const

const record = (cluster: string, kind: string, namespace: string | null, name: string) => ({
  uid: [cluster, kind, namespace, name].filter(Boolean).join('/'),
  name,
  region: '',
})

/** Like the services of clusters: pods, and nodes unless a cloud manages them. */
const held = service<Held, Kubernetes>({
  name: 'core',
  scope: 'global',
  kinds: {
    workloads: { list: ['list pods'], fields: {} },
    nodes: { list: ['list nodes'], fields: {} },
  },
  collect: ({ client }) => ({
    workloads: each(client.items('list pods'), ({ metadata = {} }) =>
      record(client.cluster, 'pod', metadata.namespace ?? '', metadata.name ?? ''),
    ),
    nodes: each(
      (async function* () {
        if (client.managedBy !== null)
          throw new CallProblem(serviceAbsent, 'error', null, client.managedBy)
        yield* client.items('list nodes')
      })(),
      ({ metadata = {} }) => record(client.cluster, 'node', null, metadata.name ?? ''),
    ),
  }),
  checks: [
    check({ ...text, id: 'core_image_tag_fixed', over: 'workloads', needs, judge }),
    check({ ...text, id: 'core_minimize_hostPID_containers', over: 'nodes', needs, judge }),
  ],
})

/** Two services that read the same list. */
const provider: Provider<Kubernetes> = {
  ...kubernetes,
  services: {
    core: async () => held,
    rbac: async () => ({ ...held, name: 'rbac' }),
  },
}

async function opened(t: TestContext, state: Partial<ClusterState> = {}) {
  const empty = emptyCluster()
  const objects = {
    ...empty.objects,
    pods: manyPods(1_201),
    nodes: [{ metadata: { name: 'worker-1' } }],
  }
  const cluster = await clusterWith(t, { state: { ...empty, objects, ...state } })
  const session = await open(provider, inputFor(cluster))
  t.after(() => session.close())
  return { cluster, session }
}

async function run(plan: Plan, session: Awaited<ReturnType<typeof opened>>['session']) {
  const findings: FindingRecord[] = []
  const coverage: CoverageRow[] = [...plan.coverage]
  const gone: string[] = []
  for await (const result of scan(plan, { session })) {
    if (result.kind === 'failed') throw new Error(result.error.detail)
    findings.push(...result.findings)
    if (result.kind === 'slice') continue
    coverage.push(...result.coverage)
    gone.push(...result.gone)
  }
  return { findings, coverage, gone }
}

const callsOf = (cluster: FixtureCluster, operation: string): number =>
  cluster.calls.filter((call) => call.operation === operation).length

test('a scan has a unit for each service, and findings have no region', async (t) => {
  const { cluster, session } = await opened(t)
  const plan = await planScan(session)
  deepEqual(
    plan.units.map(({ name, region }) => [name, region]),
    [
      ['core', ''],
      ['rbac', ''],
    ],
  )
  deepEqual(plan.actions, ['list nodes', 'list pods'])
  const { findings, coverage } = await run(plan, session)
  equal(findings.length, 2 * 1_202)
  const [first] = findings
  equal(first?.region, '')
  ok(findings.every(({ uid }) => /^plumbline-kubernetes-\w+-prod--prod\/(pod|node)\//.test(uid)))
  equal(summarize(coverage).gaps.length, 0)
  deepEqual([callsOf(cluster, 'list pods'), callsOf(cluster, 'list nodes')], [3, 1])
})

test('a refused list is a gap that names its permission, and silences its own checks only', async (t) => {
  const { session } = await opened(t, { denied: ['pods'] })
  const { findings, coverage } = await run(await planScan(session), session)
  equal(findings.length, 2)
  deepEqual(summarize(coverage).gaps, [{ outcome: 'denied', action: 'list pods', count: 1 }])
})

test('what a cloud runs for its customers is not applicable, and no gap', async (t) => {
  const { session } = await opened(t, { version: 'v1.33.1-eks-7f9249a' })
  const { findings, coverage } = await run(await planScan(session), session)
  equal(findings.length, 2 * 1_201)
  const nodes = coverage.filter(({ check_id }) => check_id.includes('hostPID'))
  deepEqual(
    nodes.map(({ outcome }) => outcome),
    ['not_applicable', 'not_applicable'],
  )
})

test('regions of a configuration leave nothing out, as a cluster has none', async (t) => {
  const { session } = await opened(t)
  const plan = await planScan(session, { config: { regions: ['eu-west-1'] } })
  equal(plan.units.length, 2)
})

test('single resources are looked at again by their uids, and one that is no longer there is said to be gone', async (t) => {
  const { session } = await opened(t)
  const there = 'prod/pod/team-3/web-000003'
  const missing = 'prod/pod/team-3/web-999999'
  const { findings, gone } = await run(await planScan(session, { uids: [there, missing] }), session)
  deepEqual(
    findings.map(({ resource }) => resource.uid),
    [there],
  )
  deepEqual(gone, [missing])
  await rejects(planScan(session, { uids: ['dev/pod/team-3/web-000003'] }), {
    code: 'foreign_resource',
  })
  await rejects(planScan(session, { uids: ['arn:aws:s3:::a'] }), { code: 'unknown_resource' })
})
