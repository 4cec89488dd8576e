/** The sections on events and versioning of the specification, as far as no test beside the code holds them. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { readConfig } from '../../config.ts'
import { type World, world } from '../index.ts'
import { Listening } from '../listening.ts'

let w: World
before(async () => {
  w = await world()
})
after(async () => {
  await w.close()
  await w.test.close()
})

test('What the service does 4: no stream is mounted unless a setting names it', () => {
  assert.deepEqual(readConfig({}).eventStreams, [])
})

test('Delivery 2: events have a database index of their own, 2 by default', () => {
  assert.equal(readConfig({}).streamDatabase, 2)
  assert.equal(readConfig({ EVENTSTREAM_KV_DB: '7' }).streamDatabase, 7)
})

test('Delivery 4: who connects again hears nothing of what was missed, and fetches it with the id of the end', async () => {
  const provider = await w.acme.provider()
  const restore = w.cloud.script({ match: { service: 'kms' }, do: 'hang' })
  const link = { provider: { type: 'providers', id: provider } }
  const task = await w.acme.make('/scans', 'scans', {}, link)
  const scan = task.text('task_args', 'scan_id')
  const address = `${w.base}/scans/${scan}/event-stream`
  const headers = { Authorization: w.acme.authorization }
  const first = await Listening.to(address, headers)
  try {
    await first.heard('scan.progress', 60_000)
    await first.leave()
  } finally {
    restore()
  }
  await w.acme.finished(task.id)
  const second = await Listening.to(address, headers)
  const end = await second.heard('scan.end', 60_000)
  assert.deepEqual(
    second.events.map(({ event }) => event),
    ['scan.end'],
  )
  const fetched = (await w.acme.get(`/scans/${String(end.data['scan_id'])}`)).item
  assert.equal(fetched.at('state'), 'completed')
  await second.leave()
})

test('Versioning 1: every endpoint is under /api/v1', async () => {
  const described = (await (await fetch(`${w.base}/schema`)).json()) as Described
  assert.deepEqual(described.servers, [{ url: '/api/v1' }])
  const headers = { Authorization: w.acme.authorization }
  assert.equal((await fetch(`${w.base}/scans`, { headers })).status, 200)
  assert.equal((await fetch(`${w.address}/scans`, { headers })).status, 404)
})

test('Versioning 2: the API and the guide say that streams are there since 1.32.0', async () => {
  const described = (await (await fetch(`${w.base}/schema`)).json()) as Described
  const stream = described.paths['/scans/{id}/event-stream']?.['get']
  assert.match(stream?.description ?? '', /since 1\.32\.0/)
  const listed = (await (await fetch(`${w.base}/asyncapi.json`)).json()) as {
    info: { description: string }
  }
  assert.match(listed.info.description, /since 1\.32\.0/)
  const guide = join(import.meta.dirname, '../../../docs/guides/event-streams.md')
  assert.match(readFileSync(guide, 'utf8'), /since 1\.32\.0/)
})

interface Described {
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly description?: string }>>>
  >
}
