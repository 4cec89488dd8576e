import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { freshDatabase, type World, world } from './testing/index.ts'

let w: World
let address = ''
before(async () => {
  w = await world({ sweepMs: 200, settings: { METRICS_PORT: '0' } })
  address = servedBy(w)
})
after(async () => {
  await w.close()
  await w.test.close()
})

/** Where a world serves its metrics, from its log. */
const servedBy = ({ logged }: World): string =>
  String(logged.find(({ event }) => event === 'metrics server started')?.facts['address'])

const scrape = async (): Promise<string> => (await fetch(address)).text()
/** The value of one sample, by its name and labels; 0 if missing. */
function valueOf(text: string, sample: string): number {
  const line = text.split('\n').find((one) => one.startsWith(`${sample} `))
  return Number(line?.slice(sample.length + 1) ?? 0)
}
async function until(isSo: (text: string) => boolean, what: string): Promise<string> {
  for (let n = 0; n < 600; n += 1) {
    const text = await scrape()
    if (isSo(text)) return text
    await sleep(50)
  }
  throw new Error(`It was never so that ${what}.`)
}
const untilAtLeast = (sample: string, least: number): Promise<string> =>
  until((text) => valueOf(text, sample) >= least, `${sample} is ${least}`)

const requests = (labels: string): string => `plumbline_http_request_seconds_count{${labels}}`

test('requests are counted by pattern, method and class of status; no metric names a path or a tenant', async () => {
  const before = await scrape()
  const provider = requests('route="/api/v1/providers/:id",method="GET",status="4xx"')
  const id = '00000000-0000-4000-8000-00000000feed'
  for (let n = 0; n < 3; n += 1) await w.acme.get(`/providers/${id}?filter[x]=canary-query`)
  await w.acme.get('/canary-path')
  await w.acme.get('/users/me')
  const text = await untilAtLeast(provider, valueOf(before, provider) + 3)
  ok(valueOf(text, requests('route="none",method="GET",status="4xx"')) >= 1)
  ok(valueOf(text, requests('route="/api/v1/users/me",method="GET",status="2xx"')) >= 1)
  for (const secret of [id, 'canary', w.acme.tenantId, w.acme.userId, w.acme.email])
    ok(!text.includes(secret), secret)
})

test('tasks and scans are counted when they wait, run and end', async () => {
  const provider = await w.acme.make('/providers', 'providers', {
    provider: 'aws',
    uid: '123456789012',
  })
  const task = await w.acme.ask('POST', `/providers/${provider.id}/connection`)
  await w.acme.finished(task.item.id)
  const done = 'plumbline_task_seconds_count{task="provider-connection-check",result="done"}'
  const text = await untilAtLeast(done, 1)
  match(text, /\nplumbline_tasks_running\{task="provider-connection-check"\} 0\n/)
  const scan = await w.acme.scan(provider.id) // it has no secret, and so fails
  ok(scan)
  await untilAtLeast('plumbline_scans_ended_total{result="failed"}', 1)
})

test('what waits and runs is counted for the whole installation', async () => {
  const settings = { METRICS_PORT: '0', WORKER: 'false' }
  const fresh = await freshDatabase()
  const idle = await world({ test: fresh, cloud: w.cloud, settings })
  try {
    for (const [at, client] of [idle.acme, idle.rival].entries()) {
      const uid = `21098765432${at}`
      const provider = await client.make('/providers', 'providers', { provider: 'aws', uid })
      await client.ask('POST', `/providers/${provider.id}/connection`)
      const data = {
        type: 'scans',
        relationships: { provider: { data: { type: 'providers', id: provider.id } } },
      }
      equal((await client.ask('POST', '/scans', { data })).status, 202)
    }
    await fresh.administer(
      `update scans set state = 'executing' where tenant_id = '${idle.acme.tenantId}'`,
    )
    await fresh.administer(`
      insert into scan_units (tenant_id, scan_id, unit, provider_id, seq)
      select tenant_id, id, unit, provider_id, 1 from scans, unnest(array['s3/eu', 'ec2/eu']) as unit`)
    const text = await (await fetch(servedBy(idle))).text()
    equal(valueOf(text, 'plumbline_tasks_queued{task="provider-connection-check"}'), 2)
    equal(valueOf(text, 'plumbline_scans{state="available"}'), 1)
    equal(valueOf(text, 'plumbline_scans{state="executing"}'), 1)
    equal(valueOf(text, 'plumbline_scan_units{state="waiting"}'), 2) // of the scan that runs
  } finally {
    await idle.close()
    await fresh.close()
  }
})

test('deliveries are counted by target and outcome when they are tried, and by target while they wait', async () => {
  const user = await w.user()
  const provider = await user.provider()
  await user.scanOnly(provider, 's3', 'iam', 'ec2')
  await user.make(
    '/integrations',
    'integrations',
    {
      integration_type: 'teams',
      configuration: {},
      credentials: { url: 'https://10.0.0.1/workflows/1' }, // an address that is not allowed
    },
    { providers: [{ type: 'providers', id: provider }] },
  )
  await user.make(
    '/integrations',
    'integrations',
    {
      integration_type: 'splunk',
      configuration: { url: 'https://nobody.invalid' },
      credentials: { token: 'a-token' },
    },
    { providers: [{ type: 'providers', id: provider }] },
  )
  await user.scan(provider)
  const attempts = (labels: string): string => `plumbline_delivery_seconds_count{${labels}}`
  await untilAtLeast(attempts('target="teams",outcome="failed"'), 1)
  await untilAtLeast(attempts('target="splunk",outcome="again"'), 1)
  const text = await untilAtLeast('plumbline_deliveries_waiting{target="splunk"}', 1)
  equal(valueOf(text, attempts('target="splunk",outcome="delivered"')), 0)
  const age = valueOf(text, 'plumbline_deliveries_oldest_seconds{target="splunk"}')
  ok(age > 0 && age < 120, `${age} s`)
})

test('the database says how many connections there are, how many are used, what it does and how large it is', async () => {
  // A transaction waits briefly whenever the worker writes.
  const idle = /\nplumbline_database_waiting 0\n/
  const text = await until((one) => idle.test(one), 'nobody waits for the database')
  ok(valueOf(text, 'plumbline_database_sessions') >= 1)
  ok(valueOf(text, 'plumbline_database_transactions_total{result="committed"}') > 10)
  ok(valueOf(text, 'plumbline_database_statement_seconds_count') > 10)
  ok(valueOf(text, 'plumbline_database_size_bytes') > 1_000_000)
  match(text, /\nplumbline_database_sessions_used \d+\n/)
})

/** Every metric with its type, from the text. */
const typesIn = (text: string): string[] =>
  [...text.matchAll(/^# TYPE (plumbline_\w+) (\w+)$/gm)].map(([, name, type]) => `${name} ${type}`)

test('every line is one that Prometheus reads, and a histogram grows to the number of its observations', async () => {
  const text = await scrape()
  const sample =
    /^([a-z_]+)(\{[a-z]+="(?:[^"\\]|\\.)*"(?:,[a-z]+="(?:[^"\\]|\\.)*")*\})? (-?[\d.e+-]+)$/
  const seen = new Map<string, string>()
  let [name, type] = ['', '']
  for (const line of text.trimEnd().split('\n')) {
    const [, declared, kind] = /^# TYPE (\S+) (counter|gauge|histogram)$/.exec(line) ?? []
    if (declared && kind) {
      ok(!seen.has(declared), `${declared} comes twice`)
      seen.set(declared, kind)
      ;[name, type] = [declared, kind]
    } else if (!line.startsWith('# HELP ')) {
      const [, full = ''] = sample.exec(line) ?? []
      const base = type === 'histogram' ? full.replace(/_(bucket|sum|count)$/, '') : full
      equal(base, name, line)
    }
  }
  const counts = [...text.matchAll(/^(plumbline_\w+)_bucket\{(.*?),?le="\+Inf"\} (\d+)$/gm)]
  ok(counts.length > 3)
  for (const [, histogram, labels, count] of counts)
    equal(valueOf(text, `${histogram}_count${labels ? `{${labels}}` : ''}`), Number(count))
})

test('the page for operators names every metric that there is, and no other', async () => {
  const page = readFileSync(join(import.meta.dirname, '../docs/operate/metrics.md'), 'utf8')
  const named = [...page.matchAll(/^\| `(plumbline_\w+)`[^|]*\| (\w+) \|/gm)]
  deepEqual(
    named.map(([, name, type]) => `${name} ${type}`).toSorted(),
    typesIn(await scrape()).toSorted(),
  )
})
