import {
  CallProblem,
  type Check,
  type Circumstances,
  type Index,
  type Incomplete,
  incomplete,
  indexOf,
  isIncomplete,
  type Join,
  type Judgement,
  joinedPart,
  keyed,
  type Resource,
  type ScanConfig,
  type Service,
  type Setting,
  type Stream,
  serviceAbsent,
  setting,
  type Unread,
  unread,
  unreadFrom,
} from '../kit/index.ts'
import { factsOf } from './checks.ts'
import { capOf, engineConfig } from './config.ts'
import { type CoverageRow, Ledger } from './coverage.ts'
import { type FindingRecord, findingUid, rawResult, worst } from './finding.ts'
import { gapOf, type InventorySink, recorded } from './inventory.ts'
import type { OpenSession } from './open.ts'
import { type PlannedUnit, wantedFields } from './plan.ts'
import { records } from './records.ts'

/**
 * A verdict that could not be reached. `uid` is the uid that the finding would have; null: the check's list was not
 * read completely.
 */
export interface UnreadFinding {
  readonly check_id: string
  readonly uid: string | null
  readonly reason: string
  readonly action: string | null
}

export interface UnitOutcome {
  /** Findings that no slice has returned yet. */
  readonly findings: readonly FindingRecord[]
  readonly unread: readonly UnreadFinding[]
  readonly coverage: readonly CoverageRow[]
  /** Named resources missing from their completely read list; only in a partial scan. */
  readonly gone: readonly string[]
  /** Uids of findings that a check no longer reports for a named resource; only in a partial scan. */
  readonly lapsed: readonly string[]
}

/**
 * The maximum number of unread records of one check that are reported by uid. More of them could exhaust the memory of
 * the scanning process: the whole check is then unread and resolves no findings.
 */
const maxUnreadOfCheck = 1_000

interface Chosen {
  readonly check: Check<never>
  readonly id: string
  readonly resource_type: string
  readonly config: Readonly<Record<string, Setting>>
}

export interface UnitInput<Client> {
  readonly opened: OpenSession<Client>
  readonly unit: PlannedUnit
  readonly service: Service<Client>
  readonly config: ScanConfig
  readonly now: Date
  readonly signal: AbortSignal
  /** The number of findings at which a slice is returned. */
  readonly sliceSize: number
  readonly inventory?: InventorySink | undefined
}

/** A record being evaluated. Its findings share the common objects. */
interface Subject {
  readonly record: Resource
  readonly raw: unknown
  /** The resource as in findings, with the type from the check's facts. */
  readonly resources: Map<string, FindingRecord['resource']>
}

type Slices<T> = AsyncGenerator<readonly FindingRecord[], T>

/**
 * Sorts kinds so that a check's joined kinds precede the kind that it evaluates. Kinds that join each other keep their
 * order.
 */
function inOrder(checks: readonly Check<never>[]): readonly string[] {
  const ordered = new Set<string>()
  const visit = (kind: string, path: readonly string[]) => {
    if (ordered.has(kind) || path.includes(kind)) return
    for (const { over, joins } of checks) {
      if (over === kind) for (const other of Object.keys(joins)) visit(other, [...path, kind])
    }
    ordered.add(kind)
  }
  for (const { over } of checks) visit(over, [])
  return [...ordered]
}

/** One run of one unit: collects and evaluates records, and keeps the ledger. Used once. */
class UnitRun<Client> {
  readonly #input: UnitInput<Client>
  readonly #ledger: Ledger
  readonly #chosen: readonly Chosen[]
  readonly #byKind: ReadonlyMap<string, readonly Chosen[]>
  #findings: FindingRecord[] = []
  /** Unread findings by check. */
  readonly #unread = new Map<string, UnreadFinding[]>()
  readonly #joins = new Map<string, Join[]>()
  /** Records to evaluate later, complete; of other records only the joined fields. */
  readonly #kept = new Map<string, object[]>()
  readonly #keyed = new Map<string, ReadonlyMap<string, object>>()
  readonly #listGaps = new Map<string, Unread>()
  readonly #indexes = new Map<Check<never>, Readonly<Record<string, Index<object>>>>()
  readonly #gone: Set<string>
  readonly #lapsed: string[] = []
  /** True if a list is empty only because its region does not have the service, or is excluded. */
  #absent = false
  readonly #isExcludedRegion: (region: string) => boolean

  constructor(input: UnitInput<Client>) {
    const { opened, unit, service, config } = input
    this.#input = input
    this.#isExcludedRegion = engineConfig(config).isExcludedRegion
    this.#ledger = new Ledger({ service: unit.service, region: unit.region })
    this.#gone = new Set(unit.uids)
    this.#chosen = service.checks
      .filter(({ id }) => unit.checks.includes(id))
      .map((check) => ({
        check,
        id: check.id,
        resource_type: factsOf(opened.provider, check.id).resource_type,
        config: Object.fromEntries(
          Object.entries(check.config).map(([key, normal]) => [key, setting(config, key, normal)]),
        ),
      }))
    this.#byKind = Map.groupBy(this.#chosen, ({ check }) => check.over)
  }

  async *run(): Slices<UnitOutcome> {
    const { opened, unit, service, signal } = this.#input
    const { account, partition, regions } = opened.session
    const collected = service.collect({
      client: opened.session.client(unit.region, signal),
      account,
      partition,
      region: unit.region,
      regions,
      clock: opened.clock,
      signal,
    })
    const checks = this.#chosen.map(({ check }) => check)
    const wanted = wantedFields(checks)
    for (const [kind, join] of checks.flatMap(({ joins }) => Object.entries(joins))) {
      this.#joins.set(kind, [...(this.#joins.get(kind) ?? []), join])
    }
    const streams = new Map(Object.entries(collected))
    const done = new Set<string>()
    const later: string[] = []

    for (const kind of inOrder(checks)) {
      const ready = this.#over(kind).every(({ check }) =>
        Object.keys(check.joins).every((other) => done.has(other)),
      )
      const hold = this.#joins.has(kind) || !ready
      const own = [streams.get(kind) ?? []].flat() as readonly Stream<Resource>[]
      yield* this.#gather(kind, own, wanted.get(kind) ?? new Set(), { hold, judge: ready })
      streams.delete(kind) // frees the cached reads of its records
      done.add(kind)
      if (!ready) later.push(kind)
    }
    for (const kind of later) {
      for (const record of this.#kept.get(kind) ?? []) {
        this.#judge(kind, record as Resource) // a kind that is evaluated later is kept complete
        if (this.#findings.length >= this.#input.sliceSize) yield this.#take()
      }
    }
    await this.#input.inventory?.({ kind: 'unit', unit: unit.name })
    return {
      findings: this.#take(),
      unread: [...this.#unread.values()].flat(),
      coverage: this.#ledger.rows(this.#chosen),
      gone: this.#listGaps.size > 0 || this.#absent ? [] : [...this.#gone],
      lapsed: this.#lapsed,
    }
  }

  #take(): readonly FindingRecord[] {
    const findings = this.#findings
    this.#findings = []
    return findings
  }

  #over(kind: string): readonly Chosen[] {
    return this.#byKind.get(kind) ?? []
  }

  async *#gather(
    kind: string,
    streams: readonly Stream<Resource>[],
    fields: ReadonlySet<string>,
    { hold, judge }: { hold: boolean; judge: boolean },
  ): Slices<void> {
    const { config, unit, service } = this.#input
    const cap = capOf(config, service.kinds[kind]?.cap)
    const joinOnly = this.#over(kind).length === 0
    const uids = unit.uids ? new Set(unit.uids) : null
    const held: object[] = []
    const joins = this.#joins.get(kind) ?? []
    const others = joins.length > 0 ? new Set(joins.flatMap((join) => join.fields)) : null
    let seen = 0
    const { inventory } = this.#input
    const skip = ({ uid, region }: Pick<Resource, 'uid' | 'region'>): boolean => {
      if (!service.kinds[kind]?.regional || !this.#isExcludedRegion(region)) return false
      this.#gone.delete(uid)
      if (!uids || uids.has(uid)) this.#excluded(kind, region, uid)
      return true
    }
    for (const stream of streams) {
      const sample = stream.region ?? unit.region
      const before = seen
      const from = { unit: unit.name, of: kind, region: stream.region }
      await inventory?.({ kind: 'list', ...from })
      if (stream.region !== null && this.#isExcludedRegion(stream.region)) {
        this.#absent = true
        this.#excluded(kind, stream.region, stream.region)
        continue
      }
      try {
        for await (const record of records(stream, { fields, uids, others, skip })) {
          if (isIncomplete(record)) {
            await this.#incomplete(kind, record, stream.region)
            continue
          }
          if (seen++ >= cap && !joinOnly) {
            const gap = unread('resource_limit', { outcome: 'capped' })
            this.#listFailed(kind, gap, sample)
            await inventory?.({ kind: 'gap', ...from, gap: gapOf(gap) })
            break
          }
          this.#gone.delete(record.uid)
          await inventory?.({ kind: 'record', ...from, record: recorded(record) })
          if (judge) this.#judge(kind, record)
          if (this.#findings.length >= this.#input.sliceSize) yield this.#take()
          if (hold) held.push(judge ? joinedPart(record, joins) : record)
        }
      } catch (thrown) {
        const gap = unreadFrom(thrown)
        if (gap.code === serviceAbsent && seen === before) {
          this.#absent = true
          continue
        }
        const about = thrown instanceof CallProblem ? thrown.about : null
        if (about !== null) {
          await this.#incomplete(kind, incomplete(about, gap), stream.region)
          continue
        }
        this.#listFailed(kind, gap, sample)
        await inventory?.({ kind: 'gap', ...from, gap: gapOf(gap) })
      }
    }
    // Regions that could not be listed may have resources of this kind.
    const { gaps } = this.#input.opened.session
    if (streams.some(({ region }) => region !== null))
      for (const { outcome, action, sample } of gaps)
        this.#listFailed(kind, unread('regions_not_listed', { outcome, action }), sample ?? '*')
    if (hold) this.#kept.set(kind, held)
  }

  /** Records an item that did not become a record: its uid, and so its findings, are unknown. */
  async #incomplete(kind: string, { name, gap }: Incomplete, region: string | null): Promise<void> {
    const { unit, inventory } = this.#input
    this.#listFailed(kind, gap, name ?? region ?? unit.region)
    await inventory?.({ kind: 'gap', unit: unit.name, of: kind, region, gap: gapOf(gap), name })
  }

  /** Records that a list was not read completely, because of an error or a cap: the missing records are unknown. */
  #listFailed(kind: string, gap: Unread, sample: string): void {
    this.#listGaps.set(kind, gap)
    for (const { id, resource_type } of this.#over(kind)) {
      this.#ledger.add({ id, resource_type }, gap.outcome, { action: gap.action, sample })
      this.#addUnread({ check_id: id, uid: null, reason: gap.code, action: gap.action })
    }
  }

  /** Records that resources of a region are excluded: no check evaluates them. */
  #excluded(kind: string, region: string, sample: string): void {
    for (const { id, resource_type } of this.#over(kind))
      this.#ledger.add({ id, resource_type }, 'excluded', { region, sample })
  }

  #addUnread(unread: UnreadFinding): void {
    const known = this.#unread.get(unread.check_id) ?? []
    if (unread.uid === null && known.some(({ uid }) => uid === null)) return
    if (known.length < maxUnreadOfCheck) known.push(unread)
    else if (known.length === maxUnreadOfCheck) known.push({ ...unread, uid: null })
    this.#unread.set(unread.check_id, known)
  }

  #judge(kind: string, record: Resource): void {
    const { unit } = this.#input
    if (unit.uids && !unit.uids.includes(record.uid)) return
    const subject: Subject = { record, raw: rawResult(record), resources: new Map() }
    for (const chosen of this.#over(kind)) this.#judgeOne(chosen, subject)
  }

  #judgeOne(chosen: Chosen, subject: Subject): void {
    const { record, raw } = subject
    const { opened } = this.#input
    const { check, id, resource_type } = chosen
    const uid = findingUid(opened.provider.type, id, opened.session.account, record)
    const judgement = this.#judgement(chosen, record)
    const sample = record.uid
    if ('unread' in judgement) {
      const { outcome, action, code } = judgement.unread
      if (code === serviceAbsent) {
        this.#ledger.add({ id, resource_type }, 'not_applicable', { sample })
        return
      }
      this.#ledger.add({ id, resource_type }, outcome, { action, sample })
      this.#addUnread({ check_id: id, uid, reason: code, action })
      return
    }
    const verdict = worst(judgement.verdicts)
    if (!verdict) {
      if (this.#input.unit.uids) this.#lapsed.push(uid)
      return
    }
    const facts = factsOf(opened.provider, id)
    this.#ledger.add({ id, resource_type }, 'assessed', { sample })
    this.#findings.push({
      uid,
      check_id: check.id,
      status: verdict.status,
      severity: verdict.severity ?? facts.severity,
      status_extended: verdict.sentence,
      service: facts.service,
      region: record.region,
      resource_type,
      resource: this.#resource(subject, facts.service, resource_type),
      raw_result: raw,
    })
  }

  #resource({ record, resources }: Subject, service: string, type: string) {
    const known = resources.get(type)
    if (known) return known
    const { uid, name, region, tags = {} } = record
    const { partition } = this.#input.opened.session
    const resource = { uid, name, region, service, type, partition, tags }
    resources.set(type, resource)
    return resource
  }

  /**
   * Evaluates a record. A rule that throws is a bug that affects only this record: it causes an error gap and does not
   * end the unit.
   */
  #judgement({ check, config }: Chosen, record: Resource): Judgement {
    const { opened, now } = this.#input
    const circumstances: Circumstances = {
      now,
      account: opened.session.account,
      partition: opened.session.partition,
      config,
      joined: this.#joinedFor(check),
    }
    try {
      return check.judge(record as never, circumstances) // the record is of the kind in `over`
    } catch (thrown) {
      const name = thrown instanceof Error ? thrown.name : typeof thrown
      return { unread: unread(`judge_failed:${name}`, { outcome: 'error' }) }
    }
  }

  #joinedFor(check: Check<never>): Readonly<Record<string, Index<object>>> {
    const known = this.#indexes.get(check)
    if (known) return known
    const indexes = Object.fromEntries(
      Object.entries(check.joins).map(([kind, join]) => [
        kind,
        indexOf(this.#recordsBy(kind, join.by), join, this.#listGaps.get(kind) ?? null),
      ]),
    )
    this.#indexes.set(check, indexes)
    return indexes
  }

  /** Returns an index that is cached because many checks join the same records by the same field. */
  #recordsBy(kind: string, by: string): ReadonlyMap<string, object> {
    const name = `${kind} ${by}`
    const known = this.#keyed.get(name) ?? keyed(this.#kept.get(kind) ?? [], by)
    this.#keyed.set(name, known)
    return known
  }
}

/** Runs one unit, in slices if it is large. Throws for internal errors and when canceled. */
export const runUnit = <Client>(input: UnitInput<Client>): Slices<UnitOutcome> =>
  new UnitRun(input).run()
