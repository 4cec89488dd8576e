/**
 * Plays scans of one provider against a real database, as the scans feature does: a seq when it begins,
 * units that are planned, recorded slice by slice and done, and what the plan no longer has closed at
 * the end. Time is handed in, so that windows have edges.
 */
import { equal } from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { type Database, sql, type Tx } from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'
import type { Caller } from '../../platform/tenancy/index.ts'
import type { TestDatabase } from '../database.ts'
import { type Resource, resources } from '../../features/resources/resource.ts'
import { resourcePage } from '../../features/resources/store.ts'
import { catalogOf } from '../../features/checks/catalog.ts'
import {
  bucketOf,
  kindCodes,
  type ScanKind,
  type Severity,
  severityOf,
  type Status,
  statusCodes,
} from '../../features/versions/codes.ts'
import type { Mutes } from '../../features/recording/mutes.ts'
import {
  type Batch as StagedBatch,
  type Observation,
  stage,
  findingKeyOf,
} from '../../features/versions/index.ts'
import type { FindingGroup } from '../../features/finding-groups/resource.ts'
import { groupPage } from '../../features/finding-groups/groups.ts'
import {
  type AnyFilter,
  lockProvider,
  type Scope,
  scopeOf,
} from '../../features/providers/index.ts'
import { renewLatestSnapshot, takeSnapshot } from '../../features/rollups/snapshots.ts'
import { type Batch, batchesOf, sharedBatches } from '../../features/recording/batches.ts'
import { type Recorded, total } from '../../features/recording/merge.ts'
import type { RecordingScan } from '../../features/recording/record.ts'
import { ScanRecorder } from '../../features/scans/scan-recorder.ts'
import { type Finding, findings } from '../../features/findings/resource.ts'
import { buckets, columnOf } from '../../features/rollups/columns.ts'
import { scanOf } from '../../features/rollups/scans.ts'
import { sumRollups } from '../../features/rollups/sums.ts'
import { findingPage, seenIn } from '../../features/findings/page.ts'
import { findingsByIds } from '../../features/findings/shape.ts'
import { type ReEvaluation, reEvaluate } from '../../features/recording/re-evaluate.ts'

export const noMutes: Mutes = { mutelist: null, rules: [] }

/** A verdict as tests write it; the uid names check and resource. */
export interface Says {
  readonly check: string
  readonly on: string
  readonly status: Status
  readonly severity?: Severity
  readonly text?: string
  readonly tags?: Readonly<Record<string, string>>
}

export interface Looked {
  readonly says?: readonly Says[]
  /** The same as the scanner writes them, in place of `says`. */
  readonly rows?: readonly Observation[]
  /** What could not be read: `check` for a whole list, `check on` for one record. */
  readonly unread?: readonly string[]
  /** Checks of the plan in this unit; left out: all. */
  readonly checks?: readonly string[]
  readonly vanished?: readonly string[]
  /** What a partial scan read and a check no longer reports: `check on`. */
  readonly lapsed?: readonly string[]
  readonly mutes?: Mutes
  /** The worker dies after so many slices, and another begins again. */
  readonly crashAfter?: number
  /** Resources before the other begins. */
  readonly meanwhile?: () => Promise<void>
  readonly most?: number
}

export interface Playing extends RecordingScan {
  readonly stages: Map<string, 'done' | 'failed'>
}

export const uidOf = (check: string, on: string): string => `plumbline-aws-${check}-1-${on}`

/** What a verdict is about: after `~` a check has another finding on the same resource. */
export const resourceOf = (on: string): string => on.split('~')[0] ?? on

export const observe = (unit: string, said: Says): Observation => {
  const { check, on, status, severity = 'high', text = `${on} is ${status}.`, tags = {} } = said
  const [service = '', region = ''] = unit.split('/')
  const name = resourceOf(on)
  return {
    uid: uidOf(check, on),
    check_id: check,
    status,
    severity,
    status_extended: text,
    service,
    region,
    resource_type: 'Bucket',
    resource: { uid: name, name, region, service, type: 'Bucket', partition: 'aws', tags },
    raw_result: { on, text },
  }
}

/** Everything that decides what a list shows, read through the public queries. */
export interface Ask {
  readonly filters?: readonly { name: string; op: string; value: unknown }[]
  readonly sort?: readonly { key: string; descending: boolean }[]
  readonly latest?: boolean
  readonly size?: number
  readonly number?: number
}

/** Who sees and may do all in a tenant. */
export const owner = (tenantId: string): Caller => ({
  userId: newId(),
  tenantId,
  credentialId: newId(),
  by: 'token',
  signedIn: undefined,
  expiresAt: 0,
  sessionEpoch: 0,
  membership: 'owner',
  granted: new Set(),
  unlimitedVisibility: true,
})

/** Of `check on`. */
export const uidNamed = (named: string): string => {
  const [check = '', on = ''] = named.split(' ')
  return uidOf(check, on)
}

export const unreadOf = (unread: readonly string[]) =>
  unread.map((one) => ({
    check_id: one.split(' ')[0] ?? '',
    uid: one.includes(' ') ? uidNamed(one) : null,
  }))

const sightOf = ({ checks, unread = [] }: Looked) => ({
  checks: checks ? new Set(checks) : null,
  unread: unreadOf(unread),
  excluded: [],
  coverage: [],
})

/** What a scan saw of a unit; a partial scan sees several. */
function staged({ kind }: Playing, unit: string, { says = [], ...looked }: Looked): StagedBatch {
  const isPartial = kind === 'partial'
  const rows = looked.rows ?? says.map((said) => observe(isPartial ? unitOf(said) : unit, said))
  if (!isPartial) return stage(unit, rows)
  return joined(rows.map((row) => stage(`${row.service}/${row.region}`, [row])))
}

const joined = (batches: readonly StagedBatch[]): StagedBatch => ({
  findings: batches.flatMap(({ findings }) => findings),
  resources: batches.flatMap(({ resources }) => resources),
  bodies: batches.flatMap(({ bodies }) => bodies),
})

export class Player {
  readonly database: Database
  readonly tenantId: string
  readonly providerId: string
  #caller: Caller
  #seq = 0

  private constructor(database: Database, tenantId: string, providerId: string) {
    this.database = database
    this.tenantId = tenantId
    this.providerId = providerId
    this.#caller = owner(tenantId)
  }

  /** The same provider as another user sees it. */
  as(who: Partial<Caller>): Player {
    const other = new Player(this.database, this.tenantId, this.providerId)
    other.#caller = { ...this.#caller, ...who }
    return other
  }

  static async join(test: TestDatabase, tenantId = newId()): Promise<Player> {
    const providerId = newId()
    const uid = randomBytes(6).toString('hex')
    await test.administer(`
      insert into tenants (id, name) values ('${tenantId}', 'A tenant') on conflict do nothing;
      insert into providers (tenant_id, id, provider, uid) values ('${tenantId}', '${providerId}', 'aws', '${uid}')`)
    return new Player(test.database, tenantId, providerId)
  }

  in<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.database.inTenant(this.tenantId, work)
  }

  /** With the lock of the provider, like everything that writes findings. */
  #locked<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.in(async (tx) => {
      await lockProvider(tx, this.providerId)
      return work(tx)
    })
  }

  async begin(kind: ScanKind, at: string): Promise<Playing> {
    this.#seq += 1
    const id = newId()
    const seq = this.#seq
    await this.#locked(async (tx) => {
      if (kind !== 'partial') await renewLatestSnapshot(tx, this.providerId)
      await tx.run(sql`
        update provider_revisions
           set seq = ${seq}
         where tenant_id = ${tx.tenantId} and provider_id = ${this.providerId}`)
      await tx.run(sql`
        insert into scans (tenant_id, id, provider_id, kind, trigger, state, seq, inserted_at, started_at)
        values (${tx.tenantId}, ${id}, ${this.providerId}, ${kindCodes[kind]}, 'manual', 'executing', ${seq},
                ${at}::timestamptz, ${at}::timestamptz)`)
    })
    const known = { id, provider_id: this.providerId, kind, seq }
    return { ...known, inserted_at: at, stages: new Map() }
  }

  /**
   * Records the findings that tests define for one unit, all its slices, and marks it done at `at`. A partial scan's
   * unit is `partial`.
   */
  async unit(scan: Playing, unit: string, looked: Looked, at: string): Promise<Recorded> {
    const { crashAfter, meanwhile, most } = looked
    await this.plan(scan, unit, 'running')
    const run = async (until: number): Promise<Recorded> => {
      const batches = batchesOf(unit, staged(scan, unit, looked), most).take(until)
      return this.#record(scan, new Map([[unit, looked]]), batches, at)
    }
    if (crashAfter !== undefined) await run(crashAfter)
    await meanwhile?.()
    return run(Number.POSITIVE_INFINITY)
  }

  /** Records units of a full scan in one transaction. */
  async units(scan: Playing, units: ReadonlyMap<string, Looked>, at: string): Promise<void> {
    for (const unit of units.keys()) await this.plan(scan, unit, 'running')
    const cut = [...units].map(([unit, looked]) => batchesOf(unit, staged(scan, unit, looked)))
    await this.#record(scan, units, sharedBatches(cut), at)
  }

  /** Records what scans see at `at`. */
  recorder(scan: Playing, mutes: Mutes, at: string): ScanRecorder {
    const holder = {
      write: <T>(work: (tx: Tx) => Promise<T>): Promise<T> => this.#locked(work),
      madeProgress: async () => {},
    }
    return new ScanRecorder(scan, { holder, mutesOf: async () => mutes, now: async () => at })
  }

  async #record(
    scan: Playing,
    units: ReadonlyMap<string, Looked>,
    batches: Iterable<Batch>,
    at: string,
  ): Promise<Recorded> {
    const all = [...units.values()]
    const absent = {
      resources: all.flatMap(({ vanished = [] }) => vanished),
      findings: all.flatMap(({ lapsed = [] }) => lapsed.map(uidNamed)),
    }
    const seen = new Map([...units].map(([unit, looked]) => [unit, sightOf(looked)]))
    const recorded: Recorded[] = []
    const recorder = this.recorder(scan, all[0]?.mutes ?? noMutes, at)
    await recorder.writeUnits(batches, { seen, absent }, (transaction) => {
      recorded.push(transaction.recorded)
      for (const unit of transaction.ended) scan.stages.set(unit, 'done')
    })
    return total(recorded)
  }

  async fail(scan: Playing, unit: string): Promise<void> {
    await this.plan(scan, unit, 'failed')
    scan.stages.set(unit, 'failed')
  }

  plan(scan: Playing, unit: string, state: string): Promise<number> {
    return this.#locked((tx) =>
      tx.run(sql`
        insert into scan_units (tenant_id, scan_id, unit, provider_id, seq, state)
        values (${tx.tenantId}, ${scan.id}, ${unit}, ${this.providerId}, ${scan.seq}, ${state})`),
    )
  }

  /** Ends the scan; a full one closes units that it did not plan. */
  async finish(scan: Playing): Promise<void> {
    if (scan.kind === 'full') {
      const recorder = this.recorder(scan, noMutes, scan.inserted_at)
      await recorder.closeUnplanned([...scan.stages.keys()])
    }
    // In this order, as scans end: the snapshot is of the day on which the scan completed.
    await this.#locked((tx) =>
      tx.run(sql`
        update scans
           set state = 'completed', completed_at = now()
         where tenant_id = ${tx.tenantId} and id = ${scan.id}`),
    )
    if (scan.kind !== 'partial')
      await this.#locked((tx) => takeSnapshot(tx, { id: scan.id, provider_id: this.providerId }))
  }

  /** A whole full scan of units by name, each done at `at`. */
  async full(units: Readonly<Record<string, Looked | 'failed'>>, at: string): Promise<Playing> {
    const scan = await this.begin('full', at)
    for (const [unit, looked] of Object.entries(units)) {
      if (looked === 'failed') await this.fail(scan, unit)
      else await this.unit(scan, unit, looked, at)
    }
    await this.finish(scan)
    return scan
  }

  async partial(looked: Looked, at: string): Promise<Playing> {
    const scan = await this.begin('partial', at)
    await this.unit(scan, 'partial', looked, at)
    await this.finish(scan)
    return scan
  }

  #scope(tx: Tx, filters: readonly AnyFilter[]): Promise<Scope> {
    return scopeOf(tx, this.#caller, filters)
  }

  async page(ask: Ask = {}): Promise<{ rows: readonly Finding[]; count: number }> {
    const { filters = [], sort = findings.order, latest = false, size = 1_000, number = 1 } = ask
    const query = { filters, sort, latest, page: { number, size }, fields: new Map() }
    return this.in(async (tx) =>
      findingPage(tx, await this.#scope(tx, filters), catalogOf([]), query),
    )
  }

  latest(): Promise<readonly Finding[]> {
    return this.whole({ latest: true })
  }

  of(scan: Playing): Promise<readonly Finding[]> {
    return this.whole({ filters: [{ name: 'scan', op: 'eq', value: scan.id }] })
  }

  /** All groups of what is live, muted ones too. */
  async groups(sort: Ask['sort'] = []): Promise<readonly FindingGroup[]> {
    const filters = [{ name: 'include_muted', op: 'eq', value: true }]
    const query = { filters, sort, latest: true, page: { number: 1, size: 1_000 } }
    const { rows } = await this.in(async (tx) => {
      const scope = await this.#scope(tx, [])
      return groupPage(tx, { caller: this.#caller, scope, catalog: catalogOf([]) }, query)
    })
    return rows
  }

  /** A list that fits on one page, with its count verified. */
  async whole(ask: Ask): Promise<readonly Finding[]> {
    const { rows, count } = await this.page(ask)
    equal(count, rows.length, `the count of ${JSON.stringify(ask)}`)
    return rows
  }

  resources(ask: Ask = {}): Promise<{ rows: readonly Resource[]; count: number }> {
    const { filters = [], sort = resources.order, size = 100, number = 1 } = ask
    const query = { filters, sort, page: { number, size } }
    return this.in(async (tx) =>
      resourcePage(tx, await this.#scope(tx, filters), { checks: [], seenIn }, query),
    )
  }

  async one(id: string): Promise<Finding | undefined> {
    const found = await this.in((tx) => findingsByIds(catalogOf([]))(tx, [id], this.#caller))
    return found[0]
  }

  /** Judges findings again between scans, by rules and a user's decisions. */
  reEvaluate(
    uids: readonly string[],
    how: Omit<ReEvaluation, 'actor' | 'mutesOf'> & { mutes?: Mutes },
  ): Promise<number> {
    const { mutes = noMutes, ...rest } = how
    const all = { ...rest, actor: null, mutesOf: async () => mutes }
    return this.in((tx) => reEvaluate(tx, this.providerId, uids.map(findingKeyOf), all))
  }

  /** Every running attestation ends 91 days earlier, as if so many had passed. */
  async pass91Days(test: TestDatabase): Promise<void> {
    for (const table of ['findings', 'closed_findings']) {
      await test.administer(`
        update ${table}
           set status_until = status_until - interval '91 days'
         where provider_id = '${this.providerId}' and status_until is not null`)
    }
  }

  /** What overviews read of a scan, as `check severity status muted` with its number. */
  async rollupOf(scan: Playing): Promise<Map<string, number>> {
    const rows = await this.in(async (tx) => {
      const known = await scanOf(tx, { whole: true, ids: [this.providerId] }, scan.id)
      const by: ['check_id', 'severity'] = ['check_id', 'severity']
      return known ? sumRollups(tx, [known], { by, sum: buckets }) : []
    })
    const counts = new Map<string, number>()
    for (const row of rows) {
      for (const status of ['PASS', 'FAIL', 'MANUAL'] as const) {
        for (const muted of [false, true]) {
          const count = row[columnOf(bucketOf(statusCodes[status], muted))]
          const key = `${row.check_id} ${severityOf(row.severity)} ${status} ${muted}`
          if (count !== 0) counts.set(key, count)
        }
      }
    }
    return counts
  }

  /** The overview's numbers: findings by status and mute, as the rollups of the provider have them. */
  overview(): Promise<{ pass: number; fail: number; manual: number; muted: number }> {
    return this.in((tx) =>
      tx.single(sql`
        select coalesce(sum(pass), 0) as pass, coalesce(sum(fail), 0) as fail, coalesce(sum(manual), 0) as manual,
               coalesce(sum(pass_muted + fail_muted + manual_muted), 0) as muted
          from rollup_live
         where tenant_id = ${tx.tenantId} and provider_id = ${this.providerId}`),
    )
  }
}

/** The unit in which a partial scan's rows live: the resource's name begins with it, `s3/eu:bucket`. */
export const unitOf = ({ on }: Says): string => on.split(':')[0] ?? ''
