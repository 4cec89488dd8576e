/**
 * The product of `npm run bench:web`: over a fresh embedded database with made-up findings, with a scan that never
 * ends, whose progress is published on command of the bench.
 */
import { aws } from '@plumbline/scanner'
import {
  chainKey,
  createLog,
  openDatabase,
  readConfig,
  start,
  withChainKey,
} from '@plumbline/server'
import { seed } from '@plumbline/server/seed'
import { scanChannel } from '@plumbline/server/scan-progress'
import { sql } from '../../server/platform/db/index.ts'
import { newId } from '../../server/platform/ids.ts'
import { openApp } from '../../cli/web-app.ts'

/** What the bench hears. */
export type Message =
  | {
      readonly is: 'serving'
      readonly address: string
      readonly email: string
      readonly password: string
    }
  | { readonly is: 'published'; readonly checked: number; readonly atMs: number }
/** The commands of the bench. */
export interface Publish {
  readonly checked: number
  readonly total: number
}

const tell = (message: Message): void => void process.send?.(message)

const config = readConfig(process.env)
const { database } = await openDatabase(config)
const { login, tenantId } = await seed(
  withChainKey(database, chainKey(config)),
  {
    findings: Number(process.env['BENCH_FINDINGS']),
    scans: 1,
    accounts: 1,
    seed: 1,
    tenantId: null,
    email: 'bench@plumbline.example',
    add: false,
    checks: [...aws.catalog.values()],
    nowMs: Date.now(),
  },
  () => {},
)
if (!login) throw new Error('The made-up tenant has no login.')
const app = await openApp((text) => void process.stderr.write(`${text}\n`))
if (!app) throw new Error('There is no app to measure.')

const scanId = newId()
await database.inTenant(tenantId, (tx) =>
  tx.run(sql`
    insert into scans (tenant_id, id, provider_id, name, kind, trigger, state, started_at)
    select ${tenantId}, ${scanId}, p.id, 'Never ends', 1, 'manual', 'executing', now()
      from providers p
     limit 1`),
)

const product = await start({
  config,
  database,
  app,
  log: createLog('warn'),
  more(streams) {
    process.on('message', ({ checked, total }: Publish) => {
      tell({ is: 'published', checked, atMs: Date.now() })
      streams.send(scanChannel(tenantId, scanId), 'scan.progress', { checked, total })
    })
    return []
  },
})
process.once('disconnect', () => {
  void product.stop().finally(() => database.close().finally(() => process.exit(0)))
})
tell({ is: 'serving', address: product.address ?? '', ...login })
