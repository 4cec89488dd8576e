/** A process of the bench that writes one file of a scan to nowhere, and prints its time and memory. */
import { parseArgs } from 'node:util'
import { aws, describeChecks } from '@plumbline/scanner'
import {
  archive,
  ocsf,
  readable,
  reportedScan,
  type Source,
  table,
} from '../../server/features/reports/testing/writers.ts'
import { connectPostgres } from '../../server/platform/db/index.ts'

export interface Written {
  readonly ms: number
  /** Milliseconds of processor time of this process, without the database's. */
  readonly processorMs: number
  readonly bytes: number
  /** The most that the process ever had. */
  readonly residentMb: number
}

const kinds = {
  csv: (source: Source) => table(source),
  ocsf: (source: Source) => ocsf(source),
  html: (source: Source) => readable(source),
  zip: archive,
} as const
export type Kind = keyof typeof kinds

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: '' },
    tenant: { type: 'string', default: '' },
    scan: { type: 'string', default: '' },
    kind: { type: 'string', default: '' },
    rows: { type: 'string', default: '1000' },
  },
})
const kind = kinds[values.kind as Kind]
const database = await connectPostgres({
  url: values.url,
  poolSize: 2,
  statementTimeoutMs: 600_000,
})
const inTenant: Source['inTenant'] = (work) => database.inTenant(values.tenant, work)
const scan = await inTenant((tx) => reportedScan(tx, values.scan))
if (!scan) throw new Error('There is no such scan.')
const checks = new Map((await describeChecks(aws)).map((check) => [check.id, check]))
const source = { scan, inTenant, checks, version: '0.1.0', rows: Number(values.rows) }
const startedMs = performance.now()
const began = process.cpuUsage()
let bytes = 0
for await (const piece of kind(source)) bytes += piece.length
const ms = performance.now() - startedMs
const { user, system } = process.cpuUsage(began)
const processorMs = (user + system) / 1_000
const residentMb = process.resourceUsage().maxRSS / 1_024
await database.close()
process.stdout.write(JSON.stringify({ ms, processorMs, bytes, residentMb } satisfies Written))
