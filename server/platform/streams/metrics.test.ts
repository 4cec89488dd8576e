import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { freshDatabase, type TestDatabase } from '../../testing/index.ts'
import { serveMetrics } from '../metrics/index.ts'
import { exposition, metrics } from './metrics.ts'
import { member, node } from './testing/node.ts'

let db: TestDatabase
before(async () => {
  db = await freshDatabase()
})
after(() => db.close())

/** The names that are promised to operators; one that is renamed breaks their alerts. */
const promised = [
  'connections{prefix}',
  'opened_total{prefix,auth}',
  'closed_total{reason}',
  'rejected_total{status}',
  'lifetime_seconds',
  'events_published_total{event}',
  'publish_dropped_total{reason}',
  'deliveries_total{prefix}',
  'bytes_total',
  'conflated_total',
  'slow_closed_total',
  'buffered_bytes',
  'delivery_seconds',
  'fanout_slice_seconds',
  'upstream_up',
  'upstream_subscriptions',
  'reauth_total{result}',
  'gate_rejections_total',
]

test('the metrics are those that are promised, with their labels and no tenant', () => {
  const names = Object.entries(metrics).map(([name, { labels = [] }]) =>
    labels.length > 0 ? `${name}{${labels.join(',')}}` : name,
  )
  assert.deepEqual(names, promised)
})

test('Prometheus reads what happened, and the name of no tenant or user', async () => {
  const at = await node(db)
  const server = await serveMetrics({ host: '127.0.0.1', port: 0 }, async () =>
    exposition(at.streams.counters()),
  )
  try {
    const who = await member(db, at)
    const refused = await at.listen({ ...who, token: 'Bearer nonsense' })
    assert.equal(refused.status, 401)
    const [one, two] = [await at.listen(who), await at.listen(who)]
    at.send(who, 'hello')
    await one.heard('note.created')
    await two.leave()
    while (!at.streams.counters()['closed_total{reason="client"}']) await sleep(5)

    const response = await fetch(server.address)
    assert.equal(response.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8')
    const text = await response.text()
    for (const line of [
      'eventstream_connections{prefix="notes"} 1',
      'eventstream_opened_total{prefix="notes",auth="token"} 2',
      'eventstream_closed_total{reason="client"} 1',
      'eventstream_rejected_total{status="401"} 1',
      'eventstream_events_published_total{event="note.created"} 1',
      'eventstream_deliveries_total{prefix="notes"} 2',
      'eventstream_upstream_up 1',
      'eventstream_upstream_subscriptions 1',
      'eventstream_lifetime_seconds_count 1',
      'eventstream_delivery_seconds_count 1',
      'eventstream_conflated_total 0',
      'eventstream_gate_rejections_total 0',
    ])
      assert.ok(text.includes(`\n${line}\n`), `${line}\n${text}`)
    assert.ok(!text.includes(who.tenantId) && !text.includes(who.userId))
    // Each line is a comment or `name{labels} value`; names and types come once and first.
    const seen = new Set<string>()
    for (const line of text.trimEnd().split('\n')) {
      const [, type] = /^# TYPE (\S+) (?:counter|gauge|histogram)$/.exec(line) ?? []
      if (type) seen.add(type)
      else if (!line.startsWith('# HELP ')) {
        const [, name] =
          /^([a-z_]+?)(?:_bucket|_sum|_count)?(?:\{\w+="[^"]*"(?:,\w+="[^"]*")*\})? -?[\d.e+-]+$/.exec(
            line,
          ) ?? []
        assert.ok(name && seen.has(name), line)
      }
    }
    assert.equal(seen.size, promised.length)
    const other = server.address.replace('/metrics', '/')
    assert.equal((await fetch(other)).status, 404)
    assert.equal((await fetch(server.address, { method: 'POST' })).status, 405)
  } finally {
    await server.close()
    await at.close()
  }
})

test('buckets are all there from the start, and grow with their edges', () => {
  const text = exposition({
    'delivery_seconds_bucket{le="0.5"}': 2,
    'delivery_seconds_bucket{le="+Inf"}': 3,
    delivery_seconds_sum: 1.5,
    delivery_seconds_count: 3,
  })
  assert.match(text, /eventstream_delivery_seconds_bucket\{le="0\.001"\} 0\n/)
  assert.match(text, /eventstream_delivery_seconds_bucket\{le="0\.5"\} 2\n/)
  assert.match(
    text,
    /eventstream_delivery_seconds_sum 1\.5\neventstream_delivery_seconds_count 3\n/,
  )
})

test('the example alerts ask for metrics that there are', () => {
  const root = join(import.meta.dirname, '../../..')
  const alerts = readFileSync(join(root, 'docs/operate/event-streams.alerts.yml'), 'utf8')
  const asked = new Set(alerts.match(/eventstream_[a-z_]+/g))
  assert.ok(asked.size >= 8)
  for (const name of asked) {
    const metric = name.slice('eventstream_'.length).replace(/_bucket$/, '')
    assert.ok(Object.hasOwn(metrics, metric), name)
  }
})
