/** The sections on events and versioning of the specification, as far as no test beside the code covers them. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { frameworks } from '@plumbline/scanner/frameworks'
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

test('Versioning 5: frameworks are named <name>_<version>, and the names from before are understood', async () => {
  assert.ok(frameworks.length >= 110)
  for (const { id, version, providers } of frameworks) {
    const [kind, ...others] = providers
    const named = others.length > 0 ? id : id.replace(new RegExp(`_${kind}$`), '')
    const said = version.toLowerCase().replaceAll(/[^a-z0-9.]+/g, '_')
    // A third number is left out where the ids of a framework have always had two: 4.0.1 is cis_4.0.
    const short = said.replace(/^(\d+\.\d+)\.\d+$/, '$1')
    assert.match(named, new RegExp(`^[a-z0-9_]+_v?(${said}|${short})$`), `${id}: ${version}`)
  }
  const of = async (id: string): Promise<readonly string[]> => {
    const path = `/compliance-overviews/attributes?filter[compliance_id]=${id}`
    return (await w.acme.get(path)).items.map((one) => one.id)
  }
  const renamed = frameworks.filter(({ aliases }) => aliases.length > 0)
  assert.ok(renamed.length > 10)
  for (const { id, aliases } of renamed)
    for (const alias of aliases) assert.deepEqual(await of(alias), await of(id), alias)
})

interface Described {
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly description?: string }>>>
  >
}
