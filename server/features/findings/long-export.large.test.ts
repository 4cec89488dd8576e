/** A long file of findings from the database: memory does not grow with the file. */
import { equal, ok } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Client, type World, world } from '../../testing/index.ts'
import { testEnvironment } from '../../testing/database.ts'
import { heldBytes } from '../../testing/memory.ts'
import { ingest, record } from '../ingestion/testing/files.ts'

/** Fewer on the embedded database, which takes half a minute to insert so many. */
const rows = testEnvironment.postgresApp === null ? 12_000 : 50_000
/** Lines between two measurements of memory. */
const step = rows / 12
const mb = 2 ** 20
let w: World
let acme: Client
before(async () => {
  w = await world()
  acme = w.acme
  await ingest(acme, [record({ uid: 'copy 1' })])
  const columns = `tenant_id, provider_id, scan_id, unit, resource_id, check_id, status, raw_status, severity,
    muted, service, region, resource_type, seq_from, observed_seq, changed_at, first_seen_at, body_key`
  await w.test.administer(`
    insert into findings (finding_key, id, uid, status_extended, ${columns})
    select md5('key ' || n)::uuid, md5('id ' || n)::uuid, 'copy ' || n, repeat('It is open. ', 50), ${columns}
      from findings, generate_series(2, ${rows}) n
     where tenant_id = '${acme.tenantId}'`)
})
after(async () => {
  await w.close()
  await w.test.close()
})

test(`a file of ${rows} findings has each of them once, from memory that stays as it is`, async (context) => {
  const headers = { Authorization: acme.authorization, Accept: 'text/csv' }
  const { status, body } = await fetch(`${acme.base}/findings/latest`, { headers })
  equal(status, 200)
  const ids = new Set<string>()
  const held: number[] = []
  let [lines, rest] = [0, '']
  const decoder = new TextDecoder()
  for await (const part of body as unknown as AsyncIterable<Uint8Array>) {
    const whole = (rest + decoder.decode(part, { stream: true })).split('\r\n')
    rest = whole.pop() ?? ''
    // A copy: a piece of a text keeps all of it.
    for (const line of whole) ids.add(Buffer.from(line.slice(1, 37)).toString())
    lines += whole.length
    if (lines > (held.length + 1) * step) held.push(heldBytes() - ids.size * 100) // as the set keeps them
  }
  const [least, most] = [Math.min(...held), Math.max(...held)]
  context.diagnostic(`between ${Math.round(least / mb)} and ${Math.round(most / mb)} MB held`)
  equal(lines, rows + 1)
  equal(ids.size, rows + 1)
  // Of halves: one look falls between two batches now and then, and sees less.
  const half = held.length >> 1
  const grown = Math.max(...held.slice(half)) - Math.max(...held.slice(0, half))
  ok(held.length >= 10 && grown < 8 * mb, `${grown} bytes grown`)
})
