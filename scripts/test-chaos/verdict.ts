/** After the run: what is recorded is what was acknowledged, and all work has ended. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Item } from '../../server/testing/answered.ts'
import { findingLine } from '../../scanner/testing/kinds/index.ts'
import { account, type Counts, type RecordedIngestion, type RecordedRows } from './accounting.ts'
import type { ChaosDatabase } from './database.ts'
import type { Journal } from './journal.ts'
import { killTable } from './kill-table.ts'
import type { ErrorLine } from './processes.ts'
import type { Tenant } from './tenant.ts'

/** Waits until no task of any tenant is left to do; those that wait for a later time do not count. Returns the number left. */
async function drained(
  database: ChaosDatabase,
  { journal, signal }: { readonly journal: Journal; readonly signal: AbortSignal },
): Promise<number> {
  for (;;) {
    const rows = await database.administer(`
      select name, state, count(*) as count, max(metadata::text) as metadata
        from tasks where state in ('available', 'executing') group by name, state
      union all
      select 'delivery', state, count(*), max(reason)
        from deliveries where state = 'pending' group by state`)
    if (rows.length === 0) return 0
    if (signal.aborted) {
      for (const { name, state, count, metadata } of rows)
        journal.miss(`${count} tasks ${name} are ${state}: ${metadata}`)
      return rows.reduce((sum, { count }) => sum + Number(count), 0)
    }
    await sleep(1_000)
  }
}

async function all(tenant: Tenant, path: string): Promise<readonly Item[]> {
  const items: Item[] = []
  for (let page = 1; ; page += 1) {
    const more = path.includes('?') ? '&' : '?'
    const answer = await tenant.requests.get(`${path}${more}page[size]=500&page[number]=${page}`)
    items.push(...answer.items)
    if (items.length >= answer.count || answer.items.length === 0) return items
  }
}

const countOf = async (tenant: Tenant, path: string): Promise<number> =>
  (await tenant.requests.get(`${path}&page[size]=1`)).count

/** Every version of every imported finding, by the file that its uid names. */
async function rowsByFile(database: ChaosDatabase): Promise<Map<string, RecordedRows>> {
  const rows = await database.administer(`
    select split_part(uid, ':', 1) as file, count(*) as rows, count(distinct uid) as different
      from (select uid from findings union all select uid from finding_history) every_version
     where uid ~ '^tenant[0-9]+-[0-9]+:[0-9]+$'
     group by 1`)
  return new Map(
    rows.map(({ file, rows: versions, different }) => [
      String(file),
      { rows: Number(versions), different: Number(different) },
    ]),
  )
}

async function ingestionsOf(tenant: Tenant): Promise<RecordedIngestion[]> {
  const recorded: RecordedIngestion[] = []
  for (const item of await all(tenant, '/ingestions')) {
    let findings = 0
    for (const scan of item.linked('scans'))
      findings += await countOf(tenant, `/findings?filter[scan]=${scan}`)
    recorded.push({
      id: item.id,
      name: item.text('file_name').split('.')[0] ?? '',
      status: item.text('status'),
      processed: item.number('summary', 'processed'),
      findings,
    })
  }
  return recorded
}

async function uploadsAreRecorded(
  tenants: readonly Tenant[],
  database: ChaosDatabase,
  journal: Journal,
): Promise<Counts> {
  const rows = await rowsByFile(database)
  const ingestions: RecordedIngestion[] = []
  for (const tenant of tenants) {
    const own = await ingestionsOf(tenant)
    for (const { name } of own)
      if (!name.startsWith(`${tenant.name}-`)) journal.miss(`${tenant.name} has the file ${name}`)
    ingestions.push(...own)
    const sent = tenant.uploads.filter(({ acknowledged }) => acknowledged.length > 0)
    const fails = sent.reduce((sum, { records }) => sum + Math.ceil(records / 2), 0)
    const path = '/findings/latest?filter[check_id]=outside_check&filter[status]=FAIL'
    const failing = await countOf(tenant, path)
    if (failing !== fails)
      journal.miss(`${tenant.name} has ${failing} failing imported findings and sent ${fails}`)
  }
  const uploads = tenants.flatMap((tenant) => tenant.uploads)
  const { counts, misses } = account(uploads, { ingestions, rows })
  for (const miss of misses) journal.miss(miss)
  return counts
}

/**
 * Every scan is completed with the findings of its account, and there is none that was not started. Returns the number
 * that did not complete.
 */
async function scansAreWhole(tenant: Tenant, journal: Journal): Promise<number> {
  let failed = 0
  const expected = tenant.expectedFindings
  const scans = await all(tenant, `/scans?filter[provider]=${tenant.provider}`)
  const started = new Set(tenant.scans)
  for (const { id } of scans)
    if (!started.delete(id))
      journal.miss(`${tenant.name}: scan ${id} was started without a request`)
  for (const id of started) journal.miss(`${tenant.name}: scan ${id} is lost`)
  for (const scan of scans) {
    const state = scan.text('state')
    if (state !== 'completed') {
      failed += 1
      journal.miss(`${tenant.name}: scan ${scan.id} is ${state}`)
    }
    const findings = await countOf(tenant, `/findings?filter[scan]=${scan.id}`)
    if (findings !== expected.length)
      journal.miss(`scan ${scan.id} has ${findings} findings of ${expected.length}`)
    const gaps = await countOf(tenant, `/scans/${scan.id}/coverage?filter[outcome]=error`)
    if (gaps !== tenant.gaps)
      journal.miss(`scan ${scan.id} has ${gaps} units with errors, the first one ${tenant.gaps}`)
  }
  const latest = await all(tenant, `/findings/latest?filter[provider]=${tenant.provider}`)
  const lines = latest.map((one) =>
    findingLine({
      uid: one.text('uid'),
      check_id: one.text('check_id'),
      status: one.text('status'),
      status_extended: one.text('status_extended'),
    }),
  )
  if (lines.toSorted().join('\n') !== expected.join('\n'))
    journal.miss(`${tenant.name}: the findings of ${tenant.kind} differ from the expected ones`)
  return failed
}

/** Each scan has one delivery, which arrived. */
async function deliveriesArrived(tenant: Tenant, journal: Journal): Promise<number> {
  const rows = await all(tenant, `/integrations/${tenant.integration}/deliveries`)
  const byScan = Map.groupBy(rows, (row) => row.text('subject', 'scan_id'))
  for (const scan of tenant.scans) {
    const states = (byScan.get(scan) ?? []).map((row) => row.text('state'))
    if (states.join() !== 'delivered')
      journal.miss(`the delivery of scan ${scan} is ${states.join(' and ') || 'lost'}`)
  }
  return rows.length
}

async function mutesAreApplied(tenant: Tenant, journal: Journal): Promise<void> {
  const found = await all(tenant, '/findings/latest?filter[muted]=true')
  const uids = found.map((one) => one.text('uid')).toSorted()
  if (uids.join('\n') !== tenant.mutedUids.toSorted().join('\n'))
    journal.miss(`${tenant.name}: ${uids.length} muted findings of ${tenant.mutedUids.length}`)
}

async function tasksAreCompleted(database: ChaosDatabase, journal: Journal): Promise<void> {
  const rows = await database.administer(`
    select id, name, state, result::text as result from tasks where state in ('failed', 'cancelled')`)
  for (const { id, name, state, result } of rows)
    journal.miss(`the task ${name} ${id} is ${state}: ${result}`)
}

interface Facts {
  readonly counts: Counts
  /** Tasks that were not completed in time. */
  readonly stuck: number
  readonly failedScans: number
  readonly deliveries: number
  readonly tenants: readonly Tenant[]
}

/** Waits for the end of all work, then compares what is recorded with what the clients know. */
export async function check(
  tenants: readonly Tenant[],
  { database }: { readonly database: ChaosDatabase },
  { journal, signal }: { readonly journal: Journal; readonly signal: AbortSignal },
): Promise<Facts> {
  const stuck = await drained(database, { journal, signal })
  journal.note('comparing what is recorded with what was acknowledged')
  await tasksAreCompleted(database, journal)
  let failedScans = 0
  let deliveries = 0
  for (const tenant of tenants) {
    failedScans += await scansAreWhole(tenant, journal)
    await mutesAreApplied(tenant, journal)
    deliveries += await deliveriesArrived(tenant, journal)
  }
  const counts = await uploadsAreRecorded(tenants, database, journal)
  return { counts, stuck, failedScans, deliveries, tenants }
}

/** The names of files of the database differ from line to line. */
const kindOf = ({ event, error }: ErrorLine): string =>
  `${event}: ${error.replace(/"[^"]*"/, '(file)')}`

/**
 * What a person has to know while the faults last: a full disk, and a Valkey or Redis server that does not answer.
 */
const expectedErrors = [/^[^:]+: 53100 /, /^events cannot be sent to Valkey/]
const isExpected = (kind: string): boolean => expectedErrors.some((one) => one.test(kind))

/** Prints the result; returns the exit status. */
export function report(
  {
    happened,
    killed,
    notRunnable,
    errors,
    ...facts
  }: Facts & {
    /** How often each fault happened. */
    readonly happened: ReadonlyMap<string, number>
    /** How often each part of the installation was killed. */
    readonly killed: ReadonlyMap<string, number>
    /** Why a fault cannot happen on this system. */
    readonly notRunnable: ReadonlyMap<string, string>
    readonly errors: readonly ErrorLine[]
  },
  { journal, say }: { readonly journal: Journal; readonly say: (line: string) => void },
): number {
  const { counts, tenants } = facts
  for (const [name, times] of happened)
    if (times === 0 && !notRunnable.has(name)) journal.miss(`not run: ${name}`)
  for (const [kind, lines] of Map.groupBy(errors, kindOf)) {
    say(`${lines.length} error lines: ${kind}\n  first: ${lines[0]?.process} ${lines[0]?.line}`)
    if (!isExpected(kind)) journal.miss(`${lines.length} unexpected error lines: ${kind}`)
  }
  const sum = (of: (tenant: Tenant) => number): number =>
    tenants.reduce((total, tenant) => total + of(tenant), 0)
  const rows: readonly [string, string | number][] = [
    ...[...happened]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([name, times]): [string, string | number] => [name, notRunnable.get(name) ?? times]),
    ['files', counts.files],
    ['uploads acknowledged', counts.acknowledged],
    ['uploads refused or unanswered', counts.unacknowledged],
    ['records acknowledged', counts.records],
    ['records lost', counts.lost],
    ['records doubled', counts.doubled],
    ['scans', sum(({ scans }) => scans.length)],
    ['reports', sum(({ reports }) => reports)],
    ['deliveries', facts.deliveries],
    ['findings muted', sum(({ mutedUids }) => mutedUids.length)],
    ['streams reconnected', sum(({ reconnects }) => reconnects)],
    ['events after the end of a scan', sum(({ repeats }) => repeats)],
    ['requests for data of other tenants', sum(({ probes }) => probes)],
    ['tasks stuck', facts.stuck],
    ['scans failed', facts.failedScans],
    ['misses', journal.misses.length],
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  for (const [name, value] of rows) say(`${name.padEnd(width)}  ${value}`)
  const { stuck, failedScans } = facts
  for (const line of killTable(killed, { ...counts, stuck, failedScans })) say(line)
  for (const miss of journal.misses) say(`MISS: ${miss}`)
  return journal.misses.length === 0 ? 0 : 1
}
