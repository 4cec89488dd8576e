/**
 * A database that stalls, fills up, fails over or is read-only for a while: each statement of a scan, an import, a mute
 * task, a report and a delivery fails once with each SQLSTATE of such a database, and each commit loses its answer once.
 */
import { deepEqual, equal, ok } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fetchedWhenBuilt } from '../features/reports/testing/fetched.ts'
import { ended, record, send } from '../features/ingestion/testing/files.ts'
import { Sites } from '../features/integrations/testing/sites.ts'
import { FakeReceiver } from '../targets/webhook/testing/fake-receiver.ts'
import { freshDatabase } from './database.ts'
import { eventually, patienceMs } from './eventually.ts'
import { type Client, type World, world } from './index.ts'
import { unavailable } from './unavailable.ts'

/** One of each class, and each with a separate cause. */
const codes = [
  '08000', // connection_exception
  '08003', // connection_does_not_exist
  '08006', // connection_failure
  '25006', // read_only_sql_transaction
  '25P03', // idle_in_transaction_session_timeout
  '25P04', // transaction_timeout
  '40001', // serialization_failure
  '40P01', // deadlock_detected
  '53000', // insufficient_resources
  '53100', // disk_full
  '53200', // out_of_memory
  '53300', // too_many_connections
  '53400', // configuration_limit_exceeded
  '55P03', // lock_not_available
  '57014', // query_canceled
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '58030', // io_error
]

/** How often each statement has failed; undefined while the database is available. */
let failures: Map<string, number> | undefined
/** Of a transaction. With one try each failure ends an attempt of the work, else the transaction is repeated. */
const retries = { tries: 1, triesOfTooSlow: 1, baseMs: 0, capMs: 0 }

/** The next SQLSTATE of a statement, until it had all or one of them. Each statement begins with another one. */
function fault(statement: string): string | undefined {
  if (!failures) return undefined
  const failed = failures.get(statement) ?? 0
  const most = retries.tries === 1 || statement.startsWith('commit of ') ? 1 : codes.length
  if (failed >= most) return undefined
  failures.set(statement, failed + 1)
  return codes[(failed + failures.size) % codes.length]
}

const sites = new Sites()
let w: World
let receiver: FakeReceiver
before(async () => {
  receiver = await FakeReceiver.start()
  sites.add('receiver.example', receiver.origin)
  const test = await freshDatabase()
  w = await world({
    settings: { LEASE_SECONDS: '2' },
    test: { ...test, database: unavailable(test.database, fault) },
    egress: sites.egress,
    reportsAfterScans: true,
    sweepMs: 20,
    patience: { postponing: { leastSeconds: 0, mostSeconds: 0, hours: 1 }, retries },
    pace: { retries, firstWaitSeconds: 0, leaseSeconds: 4, pollMs: 20 },
  })
})
after(async () => {
  await w.close()
  await receiver.close()
  await w.test.close()
})

/** Does the work while the database is unavailable. */
async function whileUnavailable<T>(work: () => Promise<T>): Promise<T> {
  const own = new Map<string, number>()
  failures = own
  try {
    const result = await work()
    ok(own.size > 5, `only ${own.size} statements failed`)
    return result
  } finally {
    failures = undefined
  }
}

async function verdicts(user: Client, query: string): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (let page = 1; ; page += 1) {
    const path = `/findings?${query}&page[size]=1000&page[number]=${page}`
    const { items, count } = await user.get(path)
    for (const row of items) found.set(row.text('uid'), row.text('status'))
    if (items.length === 0 || found.size >= (count ?? 0)) return found
  }
}

/** The newest task of a name, once it is there. */
const taskOf = async (user: Client, name: string): Promise<string> => {
  const path = `/tasks?filter[name]=${name}&sort=-inserted_at`
  const find = async () => (await user.get(path)).items.at(0)
  return (await eventually(`a task ${name}`, find)).id
}

for (const [mode, tries] of [
  ['each transaction is repeated', 1_000],
  ['each attempt of the work ends', 1],
] as const) {
  const begin = (): Promise<Client> => {
    Object.assign(retries, { tries, triesOfTooSlow: tries })
    return w.user()
  }

  test(`${mode}: a scan completes with the same findings, and its report is built`, async () => {
    const user = await begin()
    const provider = await user.provider()
    await user.scanOnly(provider, 's3', 'iam')
    const first = await user.scan(provider)
    const undisturbed = await verdicts(user, `filter[scan]=${first}`)
    ok(undisturbed.size > 20)
    await user.finished(await taskOf(user, 'scan-report'))
    const scan = await whileUnavailable(async () => {
      const id = await user.scan(provider)
      equal((await user.get(`/scans/${id}`)).item.text('state'), 'completed')
      await user.finished(await taskOf(user, 'scan-report'))
      return id
    })
    deepEqual(await verdicts(user, `filter[scan]=${scan}`), undisturbed)
    equal((await user.get(`/scans/${scan}/coverage?filter[outcome]=error`)).count, 0)
    equal((await fetchedWhenBuilt(user, `/scans/${scan}/report`)).status, 200)
  })

  test(`${mode}: a partial scan completes`, async () => {
    const user = await begin()
    const provider = await user.provider()
    await user.scanOnly(provider, 's3')
    await user.scan(provider)
    const [resource] = (await user.get('/resources?filter[service]=s3')).items
    const resource_uids = [resource?.text('uid')]
    const scan = await whileUnavailable(() => user.scan(provider, { resource_uids }))
    equal((await user.get(`/scans/${scan}`)).item.text('state'), 'completed')
  })

  test(`${mode}: an import records each finding once, and a mutelist is applied to each`, async () => {
    const user = await begin()
    const number = 1_200
    const records = Array.from({ length: number }, (_, n) => record({ uid: `imported-${n}` }))
    const ingestion = await whileUnavailable(async () => {
      const sent = await send(user, records)
      equal(sent.status, 202)
      return ended(user, sent.item.id, 5 * patienceMs) // each of its statements fails nineteen times
    })
    equal(ingestion.text('status'), 'completed')
    const none = { outdated: 0, duplicate: 0, invalid: 0 }
    deepEqual(ingestion.at('summary'), { total: number, processed: number, ...none })
    equal(ingestion.at('is_retryable'), false)
    equal((await user.get('/findings/latest')).count, number)
    const everything = { Regions: ['*'], Resources: ['*'] }
    const configuration = {
      Mutelist: { Accounts: { '*': { Checks: { outside_check: everything } } } },
    }
    await whileUnavailable(async () => {
      await user.make('/processors', 'processors', { processor_type: 'mutelist', configuration })
      const task = await user.finished(await taskOf(user, 'mutelist-apply'))
      equal(task.text('state'), 'completed')
    })
    equal((await user.get('/findings/latest?filter[muted]=true')).count, number)
  })

  test(`${mode}: a message about a scan is delivered`, async () => {
    const user = await begin()
    const provider = await user.provider()
    await user.scanOnly(provider, 's3')
    const { pathname, search } = new URL(receiver.access.url)
    const url = `https://receiver.example${pathname}${search}`
    const integration = await user.make(
      '/integrations',
      'integrations',
      {
        integration_type: 'webhook',
        configuration: {},
        credentials: { url, secret: receiver.secret },
      },
      { providers: [{ type: 'providers', id: provider }] },
    )
    const before = receiver.events.size
    const delivery = await whileUnavailable(async () => {
      await user.scan(provider)
      return eventually('the delivery', async () => {
        const [row] = (await user.get(`/integrations/${integration.id}/deliveries`)).items
        return row && row.text('state') !== 'pending' ? row : null
      })
    })
    equal(delivery.text('state'), 'delivered')
    equal(receiver.events.size, before + 1)
  })
}
