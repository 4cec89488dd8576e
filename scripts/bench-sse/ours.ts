/**
 * The product as it is served, with a stream of the bench on it: embedded database, sign-in, roles.
 * `node ours.ts <bytes of filler> <window in ms>`. Says its ports and how to ask for the stream.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withoutLimits } from '@plumbline/server/testing'
import { createLog, openDatabase, readConfig, start } from '@plumbline/server'
import { defineEventStream, integer, text } from '@plumbline/sse'
import { Api } from '../../cli/demo-client.ts'
import { publishers } from './publishers.ts'

const [fillerBytes = '16', coalesceMs = '0'] = process.argv.slice(2)
const filler = 'x'.repeat(Number(fillerBytes))

const bench = defineEventStream({
  prefix: 'bench',
  events: { 'bench.delta': { sent_us: integer, text } },
  coalesceMs: Number(coalesceMs),
})

const dataDir = mkdtempSync(join(tmpdir(), 'plumbline-bench-'))
const many = '100000'
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
  WORKER: 'false',
})
const { database } = await openDatabase(config)
let publish: (sentUs: number) => void = () => {}
const product = await start({
  config,
  database,
  log: createLog(config.logLevel),
  more: ({ listen, send }) => {
    let channel: ReturnType<typeof bench.channel> | undefined
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
const api = await Api.signUp(`${product.address}/api/v1`, {
  email: 'bench@plumbline.example',
  password: 'a bench needs a password',
})
const { port, close } = await publishers((sentUs) => publish(sentUs))
const said = {
  port: Number(new URL(product.address ?? '').port),
  publishPort: port,
  path: '/api/v1/bench/event-stream',
  authorization: `Api-Key ${api.key}`,
}
process.stdout.write(`${JSON.stringify(said)}\n`)

process.on('SIGTERM', async () => {
  close()
  await product.stop()
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
  process.exit(0)
})
