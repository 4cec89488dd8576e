/**
 * The product as it is served, with a stream of the bench on it: embedded database, sign-in, roles.
 * `node ours.ts <bytes of filler> <window in ms>`. Prints its ports and the request for the stream. With DATABASE_URL
 * and VALKEY_URL it is one process of an installation; and with a tenant, its worker, which publishes.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withoutLimits } from '@plumbline/server/testing'
import { createLog, openDatabase, readConfig, start } from '@plumbline/server'
import { defineEventStream, integer, text } from '@plumbline/sse'
import { Api } from '../../cli/demo-client.ts'
import { publishers } from './publishers.ts'

const [fillerBytes = '16', coalesceMs = '0', tenantId] = process.argv.slice(2)
const filler = 'x'.repeat(Number(fillerBytes))

const bench = defineEventStream({
  prefix: 'bench',
  events: { 'bench.delta': { sent_us: integer, text } },
  coalesceMs: Number(coalesceMs),
})

const dataDir = mkdtempSync(join(tmpdir(), 'plumbline-bench-'))
const many = '100000'
const { DATABASE_URL, VALKEY_URL, ENCRYPTION_KEY = '' } = process.env
const config = readConfig({
  ...withoutLimits,
  PORT: '0',
  DATA_DIR: dataDir,
  EVENT_STREAMS: 'bench',
  EVENTSTREAM_PER_USER: many,
  EVENTSTREAM_PER_TENANT: many,
  EVENTSTREAM_CONNECTS_PER_MINUTE: many,
  EVENTSTREAM_DRAIN_SECONDS: '0',
  LOG_LEVEL: 'warn',
  WORKER: String(tenantId !== undefined),
  ...(DATABASE_URL && VALKEY_URL && { DATABASE_URL, VALKEY_URL, ENCRYPTION_KEY }),
})
const { database } = await openDatabase(config)
let publish: (sentUs: number) => void = () => {}
const product = await start({
  config,
  database,
  log: createLog(config.logLevel),
  parts: { api: tenantId === undefined, worker: tenantId !== undefined },
  more: ({ listen, send }) => {
    let channel = tenantId === undefined ? undefined : bench.channel(tenantId, 'all')
    publish = (sent_us) => channel && send(channel, 'bench.delta', { sent_us, text: filler })
    return listen(
      '/bench/event-stream',
      { may: 'any_member', stream: bench, tag: 'Bench', operationId: 'bench', summary: 'Bench' },
      {
        channels: async ({ tx }) => {
          channel ??= bench.channel(tx.tenantId, 'all')
          return [channel]
        },
      },
    )
  },
})
/** The request for the stream, as a user who signs up for it. */
async function entry(address: string): Promise<object> {
  const base = `${address}/api/v1`
  const api = await Api.signUp(base, {
    email: 'bench@plumbline.example',
    password: 'a bench needs a password',
  })
  const authorization = `Api-Key ${api.key}`
  const tenants = await fetch(`${base}/tenants`, { headers: { Authorization: authorization } })
  const { data } = (await tenants.json()) as { data: readonly { id: string }[] }
  const path = '/api/v1/bench/event-stream'
  return { port: Number(new URL(address).port), path, authorization, tenantId: data[0]?.id }
}
const { port, close } = await publishers((sentUs) => publish(sentUs))
const how = product.address === null ? { port } : await entry(product.address)
process.stdout.write(`${JSON.stringify({ ...how, publishPort: port })}\n`)

process.on('SIGTERM', async () => {
  close()
  await product.stop()
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
  process.exit(0)
})
