/** One caller sees one of two providers that were scanned alike, and must learn nothing of the other. */
import assert from 'node:assert/strict'
import {
  demoAccount,
  demoCredentials,
  demoRole,
  type FixtureCloud,
  operatorAccount,
  smallAccount,
  startFixtureCloud,
} from '@plumbline/scanner/testing'
import { after, before, test } from 'node:test'
import { listEndpoints } from '../../describe-api.ts'
import { needed } from '../../testing/needed.ts'
import { type Answered, type Client, type Item, type World, world } from '../../testing/index.ts'
import { Listening } from '../../testing/listening.ts'
import { member, showTo } from '../../testing/member.ts'

interface Side {
  readonly provider: string
  readonly scan: string
  readonly secret: string
  readonly tasks: readonly string[]
  readonly findings: readonly string[]
  readonly resources: readonly string[]
  readonly group: string
}

let cloud: FixtureCloud
let w: World
let owner: Client
let limited: Client
let roleId = ''
let seen: Side
let hidden: Side
const endpoints = await listEndpoints()

async function side(uid: string, secret: object): Promise<Side> {
  const provider = await owner.provider(uid, secret)
  const scan = await owner.scan(provider)
  const check = await owner.ask('POST', `/providers/${provider}/connection`)
  await owner.finished(check.item.id)
  const all = async (path: string): Promise<readonly Item[]> => {
    const { items } = await owner.get(`${path}${path.includes('?') ? '&' : '?'}page[size]=100`)
    assert.ok(items.length > 0, path)
    return items
  }
  const ids = async (path: string): Promise<readonly string[]> =>
    (await all(path)).map(({ id }) => id)
  const tasks = (await all('/tasks')).filter(
    (task) => task.text('task_args', 'provider_id') === provider,
  )
  const [secretId = ''] = await ids(`/providers/secrets?filter[provider]=${provider}`)
  const providers = [{ type: 'providers', id: provider }]
  const group = await owner.make(
    '/provider-groups',
    'provider-groups',
    { name: uid },
    { providers },
  )
  return {
    provider,
    scan,
    secret: secretId,
    tasks: tasks.map(({ id }) => id),
    findings: await ids(`/findings/latest?filter[provider]=${provider}`),
    resources: await ids(`/resources/latest?filter[provider]=${provider}`),
    group: group.id,
  }
}

before(async () => {
  cloud = await startFixtureCloud({ accounts: [smallAccount(), operatorAccount()] })
  w = await world({ cloud })
  owner = await w.user()
  const { aws_access_key_id, aws_secret_access_key } = demoRole
  seen = await side(operatorAccount().id, { aws_access_key_id, aws_secret_access_key })
  hidden = await side(demoAccount().id, demoCredentials)
  const made = await member(w, owner, [
    'manage_users',
    'manage_account',
    'manage_providers',
    'manage_integrations',
    'manage_scans',
    'manage_ingestions',
    'manage_alerts',
  ])
  limited = made.client
  roleId = made.roleId
})
after(async () => {
  await w.close()
  await cloud.close()
  await w.test.close()
})

const idsOf = ({ provider, scan, secret, tasks, findings, resources }: Side): readonly string[] => [
  provider,
  scan,
  secret,
  ...tasks,
  ...findings,
  ...resources,
]
function showsNothing(answer: Answered, what: string): void {
  for (const id of idsOf(hidden)) assert.ok(!answer.text.includes(id), `${what} reveals ${id}`)
  assert.ok(!answer.text.includes(demoAccount().id), `${what} reveals the account`)
}
const lists = endpoints.filter(({ kind, path }) => kind === 'list' && !path.includes(':'))
/** Lists of what belongs to providers, and the filter that narrows an owner's list to one of them. */
const narrowed: Readonly<Record<string, string>> = {
  '/providers': 'filter[id]',
  '/providers/secrets': 'filter[provider]',
  '/scans': 'filter[provider]',
  '/schedules': 'filter[provider]',
  '/findings': 'filter[provider]',
  '/findings/latest': 'filter[provider]',
  '/resources': 'filter[provider]',
  '/resources/latest': 'filter[provider]',
}

test('who has no group sees nothing of any provider', async () => {
  for (const { path } of lists) {
    const answer = await limited.get(`${path}?page[size]=100${needed[path] ?? ''}`)
    // The mutelist applies to every account, so it is refused as a whole.
    assert.equal(answer.status, path === '/processors' ? 403 : 200, answer.text)
    showsNothing(answer, path)
    for (const id of idsOf(seen)) assert.ok(!answer.text.includes(id), `${path} reveals ${id}`)
  }
})

test('a user with limited visibility gets the complete list, reduced to the visible rows', async () => {
  await owner.ask('POST', `/roles/${roleId}/relationships/provider_groups`, {
    data: [{ type: 'provider-groups', id: seen.group }],
  })
  for (const { path } of lists)
    showsNothing(await limited.get(`${path}?page[size]=100${needed[path] ?? ''}`), path)
  for (const [path, filter] of Object.entries(narrowed)) {
    const mine = await limited.get(`${path}?page[size]=100`)
    const all = await owner.get(`${path}?page[size]=100&${filter}=${seen.provider}`)
    assert.ok(mine.items.length > 0, path)
    assert.deepEqual([mine.ids, mine.count], [all.ids, all.count], path)
  }
  const tasks = (await limited.get('/tasks')).ids
  assert.deepEqual(new Set(tasks), new Set(seen.tasks))
})

test('no filter, order or include leads to what is hidden', async () => {
  for (const path of [
    `/providers?filter[id__in]=${seen.provider},${hidden.provider}&include=provider_groups`,
    `/scans?filter[provider__in]=${seen.provider},${hidden.provider}&include=provider,task`,
    `/scans?filter[id__in]=${hidden.scan}`,
    `/findings?filter[scan]=${hidden.scan}`,
    `/findings/latest?filter[provider__in]=${hidden.provider}&include=resources,scan.provider`,
    `/findings/latest?include=resources,scan.provider&page[size]=100`,
    `/resources?filter[provider]=${hidden.provider}&include=provider,findings`,
    `/resources/latest?include=provider,findings&page[size]=100`,
    `/providers/secrets?filter[provider]=${hidden.provider}`,
    `/schedules?filter[provider]=${hidden.provider}&include=provider`,
    '/provider-groups?include=providers,roles',
  ]) {
    const answer = await limited.get(path)
    assert.equal(answer.status, 200, answer.text)
    // Links to pages repeat the request.
    const { links: _, ...document } = answer.document
    for (const id of idsOf(hidden)) {
      assert.ok(!JSON.stringify(document).includes(id), `${path} reveals ${id}`)
    }
  }
})

test('what is hidden is not found, by whichever path and verb, and stays as it is', async () => {
  const before = await owner.get(`/providers/${hidden.provider}`)
  const provider = { data: { type: 'providers', id: hidden.provider } }
  const secret = { aws_access_key_id: 'a', aws_secret_access_key: 'b' }
  const [task = ''] = hidden.tasks
  const tries: readonly [method: string, path: string, status: number, body?: object][] = [
    ['GET', `/providers/${hidden.provider}`, 404],
    [
      'PATCH',
      `/providers/${hidden.provider}`,
      404,
      { type: 'providers', attributes: { alias: null } },
    ],
    ['DELETE', `/providers/${hidden.provider}`, 404],
    ['POST', `/providers/${hidden.provider}/connection`, 404],
    ['GET', `/providers/secrets/${hidden.secret}`, 404],
    [
      'PATCH',
      `/providers/secrets/${hidden.secret}`,
      404,
      { type: 'provider-secrets', attributes: { name: 'mine now' } },
    ],
    ['DELETE', `/providers/secrets/${hidden.secret}`, 404],
    [
      'POST',
      '/providers/secrets',
      400,
      {
        type: 'provider-secrets',
        attributes: { secret_type: 'static', secret },
        relationships: { provider },
      },
    ],
    ['POST', '/scans', 400, { type: 'scans', relationships: { provider } }],
    ['GET', `/scans/${hidden.scan}`, 404],
    ['PATCH', `/scans/${hidden.scan}`, 404, { type: 'scans', attributes: { name: 'mine now' } }],
    ['GET', `/scans/${hidden.scan}/coverage`, 404],
    ['GET', `/schedules/${hidden.provider}`, 404],
    [
      'PATCH',
      `/schedules/${hidden.provider}`,
      404,
      { type: 'schedules', attributes: { scan_frequency: 'DAILY' } },
    ],
    ['DELETE', `/schedules/${hidden.provider}`, 404],
    [
      'POST',
      '/schedules/daily',
      404,
      { type: 'daily-schedules', attributes: { provider_id: hidden.provider } },
    ],
    ['GET', `/findings/${hidden.findings[0]}`, 404],
    ['GET', `/resources/${hidden.resources[0]}`, 404],
    ['GET', `/resources/${hidden.resources[0]}/events`, 404],
    ['GET', `/tasks/${task}`, 404],
    ['DELETE', `/tasks/${task}`, 404],
    ['GET', `/provider-groups/${hidden.group}`, 404],
    ['DELETE', `/provider-groups/${hidden.group}`, 404],
    [
      'POST',
      '/provider-groups',
      400,
      {
        type: 'provider-groups',
        attributes: { name: 'a way in' },
        relationships: { providers: { data: [provider.data] } },
      },
    ],
  ]
  for (const [method, path, status, data] of tries) {
    const answer = await limited.ask(method, path, data && { data })
    assert.equal(answer.status, status, `${method} ${path}: ${answer.text}`)
  }
  const stream = await Listening.to(`${w.base}/scans/${hidden.scan}/event-stream`, {
    Authorization: limited.authorization,
  })
  assert.equal(stream.status, 404)
  await stream.ended
  const after = await owner.get(`/providers/${hidden.provider}`)
  assert.equal(after.text, before.text)
  assert.deepEqual((await owner.get(`/scans?filter[provider]=${hidden.provider}`)).ids, [
    hidden.scan,
  ])
})

test('seeing is the union over all roles of a user', async () => {
  const second = await owner.make('/roles', 'roles', { name: 'second' })
  const ids = async (): Promise<ReadonlySet<string>> =>
    new Set((await limited.get('/providers')).ids)
  assert.deepEqual(await ids(), new Set([seen.provider]))
  await showTo(w, { tenantId: owner.tenantId, roleId: second.id, providerId: hidden.provider })
  const path = `/users/${limited.userId}/relationships/roles`
  await owner.ask('POST', path, { data: [{ type: 'roles', id: second.id }] })
  assert.deepEqual(await ids(), new Set([seen.provider, hidden.provider]))
  await owner.ask('DELETE', path, { data: [{ type: 'roles', id: second.id }] })
  assert.deepEqual(await ids(), new Set([seen.provider]))
  const all = await owner.make('/roles', 'roles', { name: 'all', unlimited_visibility: true })
  await owner.ask('POST', path, { data: [{ type: 'roles', id: all.id }] })
  assert.deepEqual(await ids(), new Set([seen.provider, hidden.provider]))
})
