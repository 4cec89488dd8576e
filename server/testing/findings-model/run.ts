/**
 * Random accounts, scans, mutes and decisions of a provider, played against the database and against the
 * naive reference side by side, and what has to be equal after each step.
 */
import { deepEqual } from 'node:assert/strict'
import { seeded, testSeed } from '@plumbline/scanner/testing'
import { sql } from '../../platform/db/index.ts'
import { newId } from '../../platform/ids.ts'
import type { TestDatabase } from '../database.ts'
import { type ScanKind, type Triage, triageCodes } from '../../features/versions/codes.ts'
import type { Mutes } from '../../features/recording/mutes.ts'
import type { Finding } from '../../features/findings/resource.ts'
import { decided } from '../../features/recording/triage.ts'
import { Account, checks, said, statuses, units } from './account.ts'
import { playFile } from './play-file.ts'
import { PlayedFullScan, playPartial, type Worker } from './play-scan.ts'
import { type Looked, Player, type Playing, resourceOf, type Says } from './player.ts'
import { groupOf, Reference } from './reference.ts'

const settable: Triage[] = [
  'open',
  'under_review',
  'remediating',
  'risk_accepted',
  'false_positive',
]
const ruleId = newId()

/** What a full scan sees of a unit. */
type SeenUnit = Required<Pick<Looked, 'says' | 'unread' | 'checks'>>

/** One provider with its reference, and the scans of both so far. */
export class Run {
  readonly #base: TestDatabase
  readonly player: Player
  readonly #account: Account
  readonly #random: () => number
  readonly reference: Reference
  readonly scans: Playing[] = []
  readonly times: string[] = []
  /** From the first to the last moment of each full scan. */
  readonly #spans: (readonly [from: string, until: string])[] = []
  #ms = Date.now() - 600_000 // so that what lasts 90 days from a step on has not ended by the clock

  constructor(base: TestDatabase, player: Player, random: () => number) {
    this.#base = base
    this.player = player
    this.#random = random
    this.#account = new Account(random)
    this.reference = new Reference(player.tenantId)
  }

  #at(): string {
    this.#ms += 1 + Math.floor(this.#random() * 3)
    const at = new Date(this.#ms).toISOString()
    this.times.push(at)
    return at
  }

  get #mutes(): Mutes {
    const rule = { id: ruleId, reason: 'By a rule.', uids: this.reference.ruled, expires_at: null }
    return { mutelist: null, rules: [rule] }
  }

  /** Mutes, unmutes, decides, attests, or lets 91 days pass; also while a scan runs. */
  async #between(): Promise<void> {
    const { player, reference } = this
    const live = reference.live()
    if (live.length === 0) return
    const uid = this.#account.pick(live)
    const chosen = this.#random()
    const at = this.#at()
    if (chosen < 0.35) {
      reference.rule(uid, !reference.ruled.has(uid), at)
      await player.reEvaluate([uid], { mutes: this.#mutes, now: at })
    } else if (chosen < 0.65) {
      const triage = this.#account.pick(settable)
      reference.decide(uid, { triage, attested: null }, at)
      await this.#decide(uid, triage, at)
    } else if (chosen < 0.9) {
      const manual = live.filter((one) => reference.rawOf(one) === 'MANUAL')
      if (manual.length === 0) return
      const other = this.#account.pick(manual)
      reference.decide(other, { triage: 'resolved', attested: 'running' }, at)
      await this.#decide(other, 'resolved', at)
    } else {
      reference.expire(at)
      await player.pass91Days(this.#base)
      same(await player.latest(), reference.latest(), 'latest by the clock')
      await player.reEvaluate(live, { mutes: this.#mutes, now: at })
    }
  }

  async #decide(uid: string, triage: Triage, now: string): Promise<void> {
    const code = triageCodes[triage]
    await this.player.reEvaluate([uid], {
      mutes: this.#mutes,
      now,
      decide(row) {
        const next = decided(row, code, { evidence: true, now })
        if (typeof next === 'string') throw new Error(`Refused: ${next}.`)
        return row.status_until !== null && next.status_until !== null
          ? { ...next, status_until: row.status_until }
          : next
      },
    })
  }

  async step(): Promise<void> {
    this.#account.change()
    while (this.#random() < 0.6) await this.#between()
    const chosen = this.#random()
    const kind: ScanKind = chosen < 0.5 ? 'full' : chosen < 0.72 ? 'partial' : 'import'
    const began = this.#at()
    const scan = await this.player.begin(kind, began)
    this.scans.push(scan)
    if (kind === 'full') await this.#full(scan)
    else if (kind === 'partial') await this.#partial(scan)
    else await this.#file(scan)
    await this.player.finish(scan)
    this.reference.finish(scan)
    if (kind === 'full') this.#spans.push([began, this.times.at(-1) ?? began])
    if (kind !== 'partial') await this.#deltaCounters(scan)
    await this.#overview()
  }

  #crash(): Pick<Looked, 'most' | 'crashAfter' | 'meanwhile'> {
    const crash = {
      crashAfter: 1 + Math.floor(this.#random() * 3),
      meanwhile: () => this.#groups(),
    }
    return { most: 2, ...(this.#random() < 0.3 && crash) }
  }

  async #full(scan: Playing): Promise<void> {
    const random = this.#random
    const seen = new Set<string>()
    const together = new Map<string, SeenUnit>()
    const cloud = random() < 0.5 ? new PlayedFullScan(this.player, scan) : undefined
    for (const unit of units.toSorted(() => random() - 0.5)) {
      if (random() < 0.08) {
        scan.stages.delete(unit)
        continue // not in the plan
      }
      if (random() < 0.1) {
        await this.player.fail(scan, unit)
        continue
      }
      const planned = random() < 0.07 ? [this.#account.pick(checks)] : checks
      const unread: string[] = []
      for (const check of planned) if (random() < 0.06) unread.push(check)
      const says: Says[] = []
      for (const cell of this.#account.cells) {
        if (cell.unit !== unit || !cell.there || !planned.includes(cell.check)) continue
        if (seen.has(`${cell.check} ${cell.on}`)) continue
        const listUnread = unread.includes(cell.check)
        if (listUnread && random() < 0.6) continue // the list broke off before it
        if (!listUnread && random() < 0.06) unread.push(`${cell.check} ${cell.on}`)
        else says.push(said(cell))
      }
      for (const { check, on } of says) seen.add(`${check} ${on}`)
      together.set(unit, { says, unread, checks: planned })
      if (random() < 0.4) continue
      await this.#record(scan, together, cloud)
      together.clear()
      if (random() < 0.3) {
        await this.#between()
        await this.#overview()
        await this.#groups()
      }
    }
    if (together.size > 0) await this.#record(scan, together, cloud)
    for (const unit of units) if (!scan.stages.has(unit)) this.reference.drop(unit)
  }

  async #record(
    scan: Playing,
    seen: ReadonlyMap<string, SeenUnit>,
    cloud: PlayedFullScan | undefined,
  ): Promise<void> {
    const at = this.#at()
    const looked = new Map(
      [...seen].map(([unit, one]) => [unit, { ...one, mutes: this.#mutes }] as const),
    )
    const [[unit, only] = [], ...more] = looked
    if (cloud) await cloud.units(looked, at, () => this.#random() < 0.2)
    else if (unit && only && more.length === 0)
      await this.player.unit(scan, unit, { ...only, ...this.#crash() }, at)
    else await this.player.units(scan, looked, at)
    this.reference.units(scan, seen, at)
  }

  async #partial(scan: Playing): Promise<void> {
    const names = [
      resourceOf(this.#account.pick(this.#account.cells).on),
      resourceOf(this.#account.pick(this.#account.cells).on),
    ]
    const cells = this.#account.cells.filter(({ on }) => names.includes(resourceOf(on)))
    const there = cells.filter((cell) => cell.there)
    const vanished = names.filter((name) => there.every(({ on }) => resourceOf(on) !== name))
    const lapsed = cells.flatMap(({ check, on, there }) => (there ? [] : [`${check} ${on}`]))
    const at = this.#at()
    const looked = { says: there.map(said), vanished, lapsed, mutes: this.#mutes }
    const dead = this.#account.pick<Worker>(['dies', 'dies once it has recorded'])
    const workers: Worker[] = this.#random() < 0.3 ? [dead, 'ends'] : ['ends']
    if (this.#random() < 0.5) await playPartial(this.player, scan, looked, { at, workers })
    else await this.player.unit(scan, 'partial', { ...looked, ...this.#crash() }, at)
    const home = (on: string): string => on.split(':')[0] ?? ''
    const says = there.map((cell) => ({ ...said(cell), unit: home(cell.on) }))
    this.reference.partial(scan, says, { vanished, lapsed }, at)
  }

  /** Some of the account, in units of files or in other units than before, and some of it twice. */
  async #file(scan: Playing): Promise<void> {
    const random = this.#random
    const named = random() < 0.5 ? 0.9 : 0.3
    const says = new Map<string, Says[]>()
    for (const cell of this.#account.cells) {
      if (!cell.there || random() > named) continue
      for (let times = random() < 0.1 ? 2 : 1; times > 0; times -= 1) {
        const place = random() < 0.8 ? cell.unit : this.#account.pick(units)
        const unit = `import/${place}`
        const other = random() < 0.2 ? { status: this.#account.pick(statuses) } : {}
        says.set(unit, [...(says.get(unit) ?? []), { ...said(cell), ...other }])
      }
    }
    const at = this.#at()
    const file = {
      units: says,
      mutes: this.#mutes,
      most: 1 + Math.floor(random() * 4),
      together: () => 1 + Math.floor(random() * 4),
    }
    await playFile(this.player, scan, file, at)
    this.reference.file(scan, says, at)
  }

  async compare(): Promise<void> {
    const { player, reference } = this
    same(await player.latest(), reference.latest(), 'latest')
    await this.#byTime()
    for (const scan of this.scans)
      same(await player.of(scan), reference.of(scan), `scan ${scan.seq}`)
    for (let at = 0; at < 4; at += 1) {
      const sides = this.#account.pick([['gte', 'lte'], ['gte', 'lte'], ['gte'], ['lte']] as const)
      await this.#period(at, sides, this.#edge(), this.#edge())
    }
    // What one scan fills is counted by its snapshot.
    for (let at = 0; at < 2 && this.#spans.length > 0; at += 1) {
      const [from, until] = this.#account.pick(this.#spans)
      await this.#period(at, ['gte', 'lte'], Date.parse(from), Date.parse(until))
    }
    await this.#filtered()
    await this.#groups()
    await this.#counts()
  }

  /** Groups, ordered by what rollups have and by what they do not, are those of the rows. */
  async #groups(): Promise<void> {
    const rows = Map.groupBy(await this.player.latest(), ({ check_id }) => check_id)
    const expected = [...rows].map(([id, own]) => groupOf(id, own)).toSorted(byId)
    for (const key of ['id', 'resources_fail']) {
      const groups = await this.player.groups([{ key, descending: false }])
      const shown = groups.map((group) =>
        Object.fromEntries(Object.keys(groupOf('', [])).map((name) => [name, group[name as 'id']])),
      )
      deepEqual(shown.toSorted(byId), expected, `groups by ${key}`)
    }
  }

  /** What was seen, or changed, in a period that may be open. */
  async #period(
    number: number,
    sides: readonly ('gte' | 'lte')[],
    from: number,
    until: number,
  ): Promise<void> {
    const name = number % 2 === 0 ? 'inserted_at' : 'updated_at'
    const filters = sides.map((op) => {
      const ms = op === 'gte' ? from : until
      const value = { from: new Date(ms).toISOString(), until: new Date(ms + 1).toISOString() }
      return { name, op, value }
    })
    const rows = await this.player.whole({ filters })
    const edges = [
      sides.includes('gte') ? new Date(from).toISOString() : '0001-01-01T00:00:00.000Z',
      sides.includes('lte') ? new Date(until + 1).toISOString() : '9999-01-01T00:00:00.000Z',
    ] as const
    const { reference } = this
    const expected =
      name === 'inserted_at' ? reference.window(...edges) : reference.updated(...edges)
    same(rows, expected, `${name} ${edges.join(' ')}`)
  }

  /** In the order in which they were seen there are the same rows, none twice and none left out. */
  async #byTime(): Promise<void> {
    const rows = await this.player.latest()
    for (const descending of [true, false]) {
      const sort = [{ key: 'inserted_at', descending }]
      const listed = await this.player.whole({ latest: true, sort })
      const order = (a: Finding, b: Finding): number =>
        a.inserted_at === b.inserted_at
          ? Number(a.id < b.id) - Number(a.id > b.id)
          : Number(a.inserted_at > b.inserted_at === descending) * -2 + 1
      deepEqual(
        listed.map(({ id, inserted_at, scan }) => [id, inserted_at, scan]),
        rows.toSorted(order).map(({ id, inserted_at, scan }) => [id, inserted_at, scan]),
      )
    }
  }

  /** Counts of rollups are those of the rows, also of rows that they count differently. */
  async #filtered(): Promise<void> {
    const { player, scans } = this
    const eq = (name: string, value: unknown) => ({ name, op: 'eq', value })
    const some = [
      [eq('status', 'FAIL')],
      [eq('status', 'PASS'), eq('severity', 'high')],
      [eq('check_id', 'logged'), eq('region', 'eu')],
      [eq('service', 's3'), eq('muted', false)],
      [eq('severity', 'critical')],
      [eq('muted', true)],
      [eq('triage_status', 'open')],
      [eq('triage_status', 'reopened'), eq('muted', false)],
    ]
    // Two of them: over many sequences each meets each state.
    for (let turn = 0; turn < 2; turn += 1) {
      const filters = this.#account.pick(some)
      const scan = this.#account.pick(scans)
      await player.whole({ latest: true, filters })
      await player.whole({ filters: [eq('scan', scan.id), ...filters] })
    }
    const delta = this.#account.pick(['new', 'changed'])
    for (const scan of [undefined, this.#account.pick(scans)]) {
      const all = scan ? await player.of(scan) : await player.latest()
      const ask = scan ? { filters: [eq('scan', scan.id)] } : { latest: true, filters: [] }
      const shown = await player.whole({ ...ask, filters: [...ask.filters, eq('delta', delta)] })
      const expected = all.filter((row) => row.delta === delta)
      same(shown, expected.map(plain), `${delta} of ${scan?.seq ?? 'the latest'}`)
    }
  }

  /** A moment at which something was recorded, or a millisecond beside it. */
  #edge(): number {
    const at = this.times[Math.floor(this.#random() * this.times.length)] ?? ''
    return Date.parse(at) + Math.floor(this.#random() * 3) - 1
  }

  /** Rollups and resources match the rows. */
  async #counts(): Promise<void> {
    const { tenantId, providerId } = this.player
    const [stored, counted, failed, equation] = await this.player.in(async (tx) => [
      await tx.rows(sql`
        select unit, check_id, severity, region, resource_type, pass, fail, manual, pass_muted, fail_muted, manual_muted
          from rollup_live
         where tenant_id = ${tenantId} and provider_id = ${providerId} and pass + fail + manual + pass_muted + fail_muted + manual_muted <> 0
         order by 1, 2, 3, 4, 5`),
      await tx.rows(sql`
        select unit, check_id, (counted >> 3)::smallint as severity, region, resource_type,
               (count(*) filter (where counted & 7 = 2))::int as pass, (count(*) filter (where counted & 7 = 4))::int as fail,
               (count(*) filter (where counted & 7 = 6))::int as manual, (count(*) filter (where counted & 7 = 3))::int as pass_muted,
               (count(*) filter (where counted & 7 = 5))::int as fail_muted, (count(*) filter (where counted & 7 = 7))::int as manual_muted
          from findings
         where tenant_id = ${tenantId} and provider_id = ${providerId} and counted is not null
         group by 1, 2, 3, 4, 5
         order by 1, 2, 3, 4, 5`),
      await tx.rows(sql`
        select r.uid, r.failed_findings_count, count(f.id)::int as counted
          from resources r
          left join findings f on f.tenant_id = r.tenant_id and f.resource_id = r.id and f.counted & 7 = 4
         where r.tenant_id = ${tenantId} and r.provider_id = ${providerId}
         group by r.uid, r.id, r.failed_findings_count
        having r.failed_findings_count <> count(f.id)`),
      await tx.rows(sql`
        select id from scans
         where tenant_id = ${tenantId} and provider_id = ${providerId} and emitted <> stored + merged + rejected`),
    ])
    deepEqual(stored, counted, 'rollups')
    deepEqual(failed, [], 'failed findings of resources')
    deepEqual(equation, [], 'emitted = stored + merged + rejected')
  }

  /** The overview of the latest full scan is that of its rows, whatever has run or been decided since. */
  async #overview(): Promise<void> {
    const scan = this.reference.subject
    if (!scan) return
    const expected = new Map<string, number>()
    for (const { uid, severity, status, muted } of this.reference.counted(scan)) {
      const check = checks.find((one) => uid.includes(one)) ?? ''
      const key = `${check} ${severity} ${status} ${muted}`
      expected.set(key, (expected.get(key) ?? 0) + 1)
    }
    deepEqual(await this.player.rollupOf(scan), expected, `overview of ${scan.seq}`)
  }

  /** New and changed count what the scan itself saw, in the units it completed. */
  async #deltaCounters(scan: Playing): Promise<void> {
    const { tenantId, providerId } = this.player
    const stored = await this.player.in((tx) =>
      tx.single(sql`
        select coalesce(sum(r.new_pass + r.new_fail + r.new_manual), 0) as fresh,
               coalesce(sum(r.changed_pass + r.changed_fail + r.changed_manual), 0) as changed,
               coalesce(sum(r.new_pass_muted + r.new_fail_muted + r.new_manual_muted), 0) as fresh_muted,
               coalesce(sum(r.changed_pass_muted + r.changed_fail_muted + r.changed_manual_muted), 0) as changed_muted
          from rollup_live r
          join latest_unit_runs h
            on h.tenant_id = r.tenant_id and h.provider_id = r.provider_id and h.unit = r.unit and h.scan_id = ${scan.id}
         where r.tenant_id = ${tenantId} and r.provider_id = ${providerId}`),
    )
    const saw = this.reference.counted(scan)
    const many = (delta: string, muted: boolean): number =>
      saw.filter((copy) => copy.delta === delta && copy.muted === muted).length
    const expected = {
      fresh: many('new', false),
      changed: many('changed', false),
      fresh_muted: many('new', true),
      changed_muted: many('changed', true),
    }
    deepEqual(stored, expected, 'new and changed')
  }
}

const plain = (row: Finding) => {
  const { uid, id, status, raw_status, severity, delta, muted, triage_status } = row
  const { scan, inserted_at, first_seen_at } = row
  const seen = { scan, inserted_at, first_seen_at }
  return { uid, id, status, raw_status, severity, delta, muted, triage_status, ...seen }
}
const byUid = (a: { uid: string }, b: { uid: string }): number => (a.uid < b.uid ? -1 : 1)

function same(rows: readonly Finding[], expected: readonly object[], what: string): void {
  deepEqual(rows.map(plain).toSorted(byUid), (expected as { uid: string }[]).toSorted(byUid), what)
}

/** An invariant of a provider, checked after each of its steps. */
export type Holds = (run: Run) => Promise<void>

/** So many steps of two tenants, drawn from the seed; what disagrees throws with the seed that shows it again. */
async function sequence(
  base: TestDatabase,
  { seed, steps, holds }: { seed: number; steps: number; holds?: Holds },
): Promise<void> {
  const random = seeded(seed)
  const runs = [
    new Run(base, await Player.join(base), random),
    new Run(base, await Player.join(base), random),
  ]
  try {
    for (let step = 0; step < steps; step += 1) {
      for (const run of runs) {
        await run.step()
        await holds?.(run)
      }
    }
    for (const run of holds ? [] : runs) await run.compare()
  } catch (error) {
    throw new Error(`Seed ${seed} with ${steps} steps: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

/**
 * Plays `count` sequences, from the seed of the run on; `holds` is checked instead of every list and window.
 * `MODEL_SEED` plays one sequence again.
 */
export async function sequences(
  base: TestDatabase,
  { count, holds }: { count: number; holds?: Holds },
): Promise<void> {
  const given = process.env['MODEL_SEED']
  const first = Number(given ?? testSeed)
  for (let seed = first; seed < first + (given === undefined ? count : 1); seed += 1)
    await sequence(base, { seed, steps: 2 + (seed % 6), ...(holds && { holds }) })
}

const byId = (one: { id?: unknown }, other: { id?: unknown }): number =>
  String(one.id) < String(other.id) ? -1 : 1
