/**
 * Clusters whose kubeconfig a member wrote: which hosts a server calls for them, and which cluster it accepts as the
 * known one.
 */
import assert from 'node:assert/strict'
import {
  type ClusterState,
  type FixtureCluster,
  kubeadmCluster,
  startFixtureCluster,
} from '@plumbline/scanner/testing/kubernetes'
import { after, before, test } from 'node:test'
import { eventually } from '../../testing/eventually.ts'
import { Client, freshDatabase, type World, world } from '../../testing/index.ts'

let state: ClusterState
let cluster: FixtureCluster
let other: FixtureCluster
/** Where any tenant may have both clusters scanned. */
let w: World
before(async () => {
  state = kubeadmCluster()
  cluster = await startFixtureCluster({ state })
  other = await startFixtureCluster({
    state: { ...kubeadmCluster(), identity: '00000000-0000-4000-8000-00000000beef' },
  })
  const INTERNAL_PROVIDERS = `${cluster.url}, ${other.url}`
  w = await world({ test: await freshDatabase(), settings: { INTERNAL_PROVIDERS } })
})
after(async () => {
  await w.close()
  await w.cloud.close()
  await w.test.close()
  await cluster.close()
  await other.close()
})

const secretOf = (kubeconfig: string) => ({ kubeconfig_content: kubeconfig })

async function connect(
  user: Client,
  kubeconfig = cluster.kubeconfig(),
  uid = 'prod',
): Promise<string> {
  const made = await user.make('/providers', 'providers', { provider: 'kubernetes', uid })
  const attributes = { secret_type: 'static', secret: secretOf(kubeconfig) }
  const provider = { type: 'providers', id: made.id }
  await user.make('/providers/secrets', 'provider-secrets', attributes, { provider })
  return made.id
}

async function replaceSecret(user: Client, kubeconfig: string): Promise<void> {
  const [id = ''] = (await user.get('/providers/secrets')).ids
  const attributes = { secret_type: 'static', secret: secretOf(kubeconfig) }
  const data = { type: 'provider-secrets', id, attributes }
  assert.equal((await user.ask('PATCH', `/providers/secrets/${id}`, { data })).status, 200)
}

async function tested(user: Client, provider: string): Promise<[boolean, string]> {
  const task = (await user.ask('POST', `/providers/${provider}/connection`)).item
  const ended = await user.finished(task.id)
  return [ended.at('result', 'connected') === true, String(ended.at('result', 'error'))]
}

/** The code that a scan failed with. */
async function scanFails(user: Client, provider: string): Promise<unknown> {
  const link = { type: 'providers', id: provider }
  const task = await user.make('/scans', 'scans', {}, { provider: link })
  const ended = await user.finished(task.id)
  assert.equal(ended.at('state'), 'failed')
  return ended.at('result', 'code')
}

const statuses = async (user: Client): Promise<readonly string[]> =>
  (await user.get('/findings/latest?page[size]=100')).items
    .map((one) => `${one.text('uid')} ${one.text('status')}`)
    .toSorted()

test('what a member may not have asked is refused with one sentence, whether it is there or not', async () => {
  const user = await w.user()
  const provider = await connect(user)
  const asked = cluster.calls.length
  const sentences = new Set<string>()
  for (const server of [
    cluster.url.replace('127.0.0.1', 'localhost'), // there, but not on the list
    'https://nobody.invalid:6443',
    'https://169.254.169.254',
    'https://10.0.0.1:6443',
    'https://[::1]:6443',
    'https://192.0.1.1:22', // public
  ]) {
    await replaceSecret(user, cluster.kubeconfig({ cluster: { server } }))
    const [connected, error] = await tested(user, provider)
    assert.equal(connected, false)
    sentences.add(error)
  }
  // The last of them: a scan signs in as a connection test does.
  assert.equal(await scanFails(user, provider), 'sign_in_failed')
  assert.equal(sentences.size, 1, [...sentences].join('\n'))
  assert.match([...sentences][0] ?? '', /cannot connect to the address or port of the API server/)
  assert.equal(cluster.calls.length, asked)
})

test('a cluster inside that the operator named for one tenant is not asked for another', async () => {
  const test = await freshDatabase()
  const first = await world({ test, settings: { WORKER: 'false' } })
  const { acme, rival } = first
  const INTERNAL_PROVIDERS = `${acme.tenantId}@${cluster.url}`
  const second = await world({ test, settings: { INTERNAL_PROVIDERS } })
  try {
    const [mine, foreign] = [acme, rival].map((who) => new Client(second.base, who))
    assert.ok(mine && foreign)
    assert.deepEqual(await tested(mine, await connect(mine)), [true, 'null'])
    const asked = cluster.calls.length
    const [connected, error] = await tested(foreign, await connect(foreign))
    assert.equal(connected, false)
    assert.match(error, /the operator of this installation must allow it/)
    assert.equal(cluster.calls.length, asked)
  } finally {
    for (const one of [second, first]) {
      await one.close()
      await one.cloud.close()
    }
    await test.close()
  }
})

test('a secret that leads to another cluster connects nothing, scans nothing and closes nothing', async () => {
  const user = await w.user()
  const provider = await connect(user)
  assert.deepEqual(await tested(user, provider), [true, 'null'])
  await user.scan(provider)
  const before = await statuses(user)
  assert.ok(before.length > 50)

  await replaceSecret(user, other.kubeconfig())
  const [connected, error] = await tested(user, provider)
  assert.equal(connected, false)
  assert.match(error, /^The secret belongs to a different account than the one connected first/)
  assert.equal((await user.get(`/providers/${provider}`)).item.at('connection', 'connected'), false)
  assert.equal(await scanFails(user, provider), 'another_account')
  assert.deepEqual(await statuses(user), before)

  // Deleting and recreating a secret does not bypass it.
  const [secret] = (await user.get('/providers/secrets')).ids
  await user.ask('DELETE', `/providers/secrets/${secret}`)
  const attributes = { secret_type: 'static', secret: secretOf(other.kubeconfig()) }
  const link = { type: 'providers', id: provider }
  await user.make('/providers/secrets', 'provider-secrets', attributes, { provider: link })
  assert.equal(await scanFails(user, provider), 'another_account')

  await replaceSecret(user, cluster.kubeconfig())
  const again = await user.scan(provider)
  assert.equal((await user.get(`/scans/${again}`)).item.at('state'), 'completed')

  // Deleting the provider is the way to accept the change.
  const deletion = (await user.ask('DELETE', `/providers/${provider}`)).item
  await user.finished(deletion.id)
  assert.deepEqual(await tested(user, await connect(user, other.kubeconfig())), [true, 'null'])
})

test('a cluster is known by its first scan as well, and never forgotten when it does not say what it is', async () => {
  const user = await w.user()
  const provider = await connect(user)
  await user.scan(provider)
  const allow = cluster.script({ match: { operation: 'get kube-system namespace' }, do: 'deny' })
  assert.match((await tested(user, provider))[1], /not allowed to get the namespace kube-system/)
  assert.equal(await scanFails(user, provider), 'sign_in_denied')
  allow()
  await replaceSecret(user, other.kubeconfig())
  assert.equal(await scanFails(user, provider), 'another_account')
})

test('single resources of a cluster are scanned again by their uids, and a schedule is kept', async () => {
  const user = await w.user()
  const provider = await connect(user)
  await user.scan(provider)
  const [finding] = (await user.get('/findings/latest?page[size]=1')).items
  assert.notEqual(finding?.text('check_metadata', 'checktitle'), finding?.text('check_id'))
  const [resource] = (await user.get('/resources?page[size]=1')).items
  const uid = resource?.text('uid')
  const partial = await user.scan(provider, { resource_uids: [uid] })
  const shown = (await user.get(`/scans/${partial}`)).item
  assert.deepEqual([shown.at('state'), shown.at('is_partial')], ['completed', true])
  const daily = { type: 'daily-schedules', attributes: { provider_id: provider } }
  assert.equal((await user.ask('POST', '/schedules/daily', { data: daily })).status, 202)
})

test('a list that may not be read closes nothing, and the scan says which', async () => {
  const user = await w.user()
  const provider = await connect(user)
  await user.scan(provider)
  const before = await statuses(user)
  const allow = cluster.script({ match: { operation: 'list pods' }, do: 'deny' })
  const scan = await user.scan(provider)
  allow()
  const after = await statuses(user)
  assert.deepEqual(after, before)
  const coverage = await user.get(`/scans/${scan}/coverage?filter[outcome]=denied&page[size]=1`)
  assert.equal(coverage.items[0]?.at('action'), 'list pods')
})

test('a cluster that does not answer holds up the next one of its tenant, and nobody else', async () => {
  const [slow, others] = [await w.user(), await w.user()]
  const mine = [
    await connect(slow),
    await connect(slow, cluster.kubeconfig({ context: 'dev' }), 'dev'),
  ]
  const theirs = await connect(others, other.kubeconfig())
  const answer = cluster.script({ match: {}, do: 'hold' })
  const link = (id: string) => ({ provider: { type: 'providers', id } })
  const scans: string[] = []
  for (const id of mine) {
    const task = await slow.make('/scans', 'scans', {}, link(id))
    scans.push(task.text('task_args', 'scan_id'))
  }
  const tests = await Promise.all(
    mine.map(async (id) => (await slow.ask('POST', `/providers/${id}/connection`)).item.id),
  )
  assert.deepEqual(await tested(others, theirs), [true, 'null'])
  const scan = await others.scan(theirs)
  assert.equal((await others.get(`/scans/${scan}`)).item.at('state'), 'completed')
  const states = async (): Promise<readonly unknown[]> =>
    Promise.all(scans.map(async (id) => (await slow.get(`/scans/${id}`)).item.at('state')))
  assert.deepEqual(await states(), ['executing', 'available'])
  answer()
  for (const id of tests)
    assert.deepEqual((await slow.finished(id)).at('result'), { connected: true, error: null })
  await eventually('the end of the scans', async () =>
    (await states()).every((state) => state === 'completed'),
  )
})
