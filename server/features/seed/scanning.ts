/** One scan of a synthetic account, recorded by the modules that record scans, at a past time. */
import type { Database, Tx } from '../../platform/db/index.ts'
import {
  beginUnits,
  maxRows,
  nothing,
  type RecordingScan,
  recordShared,
  recordSlices,
  type Shared,
  slices,
  sum,
  type UnitSlice,
} from '../recording/index.ts'
import { lockProvider } from '../providers/index.ts'
import { mutesOf } from '../mutes/index.ts'
import { stage } from '../versions/index.ts'
import {
  beginScan,
  type ExecutingScan,
  executingScan,
  finishScan,
  storeCoverage,
  planScan,
  planUnits,
  availableAt,
  countRecorded,
  finishUnits,
  startedAt,
  startUnits,
} from '../scans/index.ts'
import type { SyntheticAccount, SyntheticUnit } from './account.ts'

/** Slices of one transaction, and what is recorded before them. */
interface Load {
  readonly slices: UnitSlice[]
  readonly shared: Shared[]
  /** Units that end here, with the number of their findings. */
  readonly ending: { readonly unit: string; readonly findings: number; readonly checks: number }[]
  rows: number
}
const empty = (): Load => ({ slices: [], shared: [], ending: [], rows: 0 })

/** Units put together until a transaction is full; a large unit is cut. */
function* loads(account: SyntheticAccount, day: number): Generator<Load> {
  let load = empty()
  for (const unit of account.units) {
    const { name, checks } = unit
    const { findings, ...shared } = stage(name, account.observe(unit, day))
    load.shared.push(shared)
    for (const slice of slices(findings)) {
      if (load.rows > 0 && load.rows + slice.staged.length > maxRows) {
        yield load
        load = empty()
      }
      load.slices.push({ ...slice, unit: name })
      load.rows += slice.staged.length
    }
    load.ending.push({ unit: name, findings: findings.length, checks: checks.length })
  }
  yield load
}

interface Scanned {
  readonly account: SyntheticAccount
  readonly providerId: string
  /** Days since the account was first scanned. */
  readonly day: number
  /** Milliseconds since 1970, of its beginning. */
  readonly startMs: number
}

/** The duration of such a scan: one second per unit. */
const unitMs = 1_000

/** Makes a scan that was due at its time, and takes it at once: no worker ever sees it wait. */
async function begin(tx: Tx, { account, providerId, startMs }: Scanned) {
  const at = new Date(startMs).toISOString()
  await lockProvider(tx, providerId)
  const name = `Daily scan of ${account.uid}`
  if (!(await planScan(tx, { provider_id: providerId, name, plannedAt: startMs })))
    throw new Error('The account already has a scan at this time.')
  const id = await availableAt(tx, providerId, at)
  const outcome = await beginScan(tx, id)
  const scan = await executingScan(tx, id)
  if (outcome !== 'begins' || !scan) throw new Error('Another scan of this account waits or runs.')
  await startedAt(tx, id, at)
  const units = account.units.map((unit) => ({
    name: unit.name,
    checks: unit.checks.map((check) => check.id),
  }))
  const total = units.reduce((all, { checks }) => all + checks.length, 0)
  await planUnits(tx, scan, units, total)
  await storeCoverage(tx, id, [{ unit: '', coverage: account.units.flatMap(assessed) }])
  return scan
}

/** Everything was looked at everywhere. */
const assessed = ({
  name,
  checks,
}: SyntheticUnit): Parameters<typeof storeCoverage>[2][number]['coverage'] => {
  const [service = '', region = ''] = name.split('/')
  return checks.map(({ id, resource_type }) => ({
    check_id: id,
    service,
    region,
    resource_type,
    outcome: 'assessed' as const,
    action: null,
    count: 1,
    sample: null,
  }))
}

async function record(
  tx: Tx,
  scan: ExecutingScan,
  load: Load,
  {
    account,
    now,
    startedUnits,
  }: { account: SyntheticAccount; now: string; startedUnits: ReadonlySet<string> },
): Promise<void> {
  await lockProvider(tx, scan.provider_id)
  if (!(await executingScan(tx, scan.id)))
    throw new Error('The scan was ended by another process while it was recorded.')
  const recording: RecordingScan = {
    id: scan.id,
    provider_id: scan.provider_id,
    account: account.uid,
    kind: 'full',
    seq: scan.seq,
    insertedMs: Date.parse(scan.inserted_at),
  }
  const keys = load.slices.flatMap(({ staged }) => staged.map(({ finding_key }) => finding_key))
  const mutes = await mutesOf(tx, scan.provider_id, keys)
  const evidence = { scan: recording, absent: null, mutes }
  const fresh = [...new Set(load.slices.map(({ unit }) => unit))].filter(
    (one) => !startedUnits.has(one),
  )
  if (fresh.length > 0) {
    await startUnits(tx, scan.id, fresh)
    await beginUnits(tx, evidence, fresh, now)
  }
  const shared = {
    resources: load.shared.flatMap(({ resources }) => resources),
    bodies: load.shared.flatMap(({ bodies }) => bodies),
  }
  await recordShared(tx, recording, shared, now)
  const { recorded } = await recordSlices(tx, evidence, load.slices, {
    now,
    doneUnits: startedUnits,
  })
  const done = load.ending.map(({ unit, findings }) => ({
    unit,
    recorded_at: now,
    findings,
    gaps: 0,
  }))
  await finishUnits(tx, scan, done)
  const checked = load.ending.reduce((all, { checks }) => all + checks, 0)
  await countRecorded(tx, scan.id, { ...recorded.reduce(sum, nothing), checked })
}

/** Scans the account once; `recorded` receives the number of findings of each transaction. */
export async function scanOnce(
  database: Database,
  tenantId: string,
  what: Scanned,
  recorded: (findings: number) => void,
): Promise<void> {
  const { account, day, startMs } = what
  const scan = await database.inTenant(tenantId, (tx) => begin(tx, what))
  const startedUnits = new Set<string>()
  for (const load of loads(account, day)) {
    const now = new Date(startMs + startedUnits.size * unitMs).toISOString()
    await database.inTenant(tenantId, (tx) =>
      record(tx, scan, load, { account, now, startedUnits }),
    )
    for (const { unit } of load.slices) startedUnits.add(unit)
    recorded(load.rows)
  }
  const ended = new Date(startMs + account.units.length * unitMs).toISOString()
  await database.inTenant(tenantId, async (tx) => {
    await lockProvider(tx, scan.provider_id)
    await finishScan(tx, scan, { at: ended })
  })
}
