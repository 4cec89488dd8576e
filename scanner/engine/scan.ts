import { type Provider, type ScanConfig, ScanProblem } from '../kit/index.ts'
import type { CoverageRow } from './coverage.ts'
import type { FindingRecord } from './finding.ts'
import { headOf, type InventorySink } from './inventory.ts'
import type { OpenSession } from './open.ts'
import type { Plan, PlannedUnit } from './plan.ts'
import { runUnit, type UnreadFinding } from './unit.ts'

/** A completed unit. Findings beyond a slice's size were returned in preceding slices. */
export interface UnitResult {
  readonly kind: 'unit'
  readonly unit: string
  readonly service: string
  readonly region: string
  readonly findings: readonly FindingRecord[]
  readonly unread: readonly UnreadFinding[]
  readonly coverage: readonly CoverageRow[]
  /** Named resources of a partial scan that no longer exist, according to completely read lists. */
  readonly gone: readonly string[]
  /** Uids of findings that a check no longer reports for a named resource of a partial scan. */
  readonly lapsed: readonly string[]
  /** Check × region pairs finished by this run so far, of `total`. */
  readonly checked: number
  readonly total: number
  /** Findings of this unit, including its slices. */
  readonly emitted: number
}

/** Some findings of a unit that is still running. Large units only. */
export interface SliceResult {
  readonly kind: 'slice'
  readonly unit: string
  readonly service: string
  readonly region: string
  readonly findings: readonly FindingRecord[]
}

/** A bug or a failure of the whole unit. It is not evidence of absence, so it closes no findings. */
export interface FailedResult {
  readonly kind: 'failed'
  readonly unit: string
  readonly error: {
    readonly code: string
    readonly detail: string
    /** The error of a bug, for the log; null otherwise. */
    readonly cause: string | null
  }
}

export type ScanResult = UnitResult | SliceResult | FailedResult

type Step = Awaited<ReturnType<Running['next']>>

export interface ScanInput<Client> {
  readonly session: OpenSession<Client>
  /**
   * Called right before units start, with their names; returns the units to run. The caller omits units that another
   * worker has claimed.
   */
  readonly claim?: (units: readonly string[]) => Promise<readonly string[]>
  readonly signal?: AbortSignal
  /** The time that ages are measured against; the session's clock by default. */
  readonly now?: Date
  /** Maximum number of concurrent units. */
  readonly concurrency?: number
  /** Findings per slice that a unit returns before it continues; 1,000 by default. */
  readonly sliceSize?: number
  /** Receives every record that a check evaluated, so that `readInventory` can reproduce the scan. */
  readonly inventory?: InventorySink
}

type Running = AsyncGenerator<Omit<UnitResult, 'checked' | 'total'> | SliceResult | FailedResult>

/**
 * Returns the results of one unit. The unit continues only after its last slice was consumed, so back-pressure reaches
 * the API calls.
 */
async function* unitResults<Client>(
  unit: PlannedUnit,
  config: ScanConfig,
  input: ScanInput<Client>,
  signal: AbortSignal,
  now: Date,
): Running {
  const { session: opened, sliceSize = 1_000, inventory } = input
  const place = { unit: unit.name, service: unit.service, region: unit.region }
  let emitted = 0
  try {
    const load = opened.provider.services[unit.service]
    if (!load) throw new RangeError(`there is no service ${unit.service}`)
    const how = { config, now, signal, sliceSize, inventory }
    const run = runUnit({ opened, unit, service: await load(), ...how })
    for (;;) {
      const { done, value } = await run.next()
      if (done) {
        emitted += value.findings.length
        yield { kind: 'unit', ...place, ...value, emitted }
        return
      }
      emitted += value.length
      yield { kind: 'slice', ...place, findings: value }
    }
  } catch (thrown) {
    if (signal.aborted) throw signal.reason
    yield { kind: 'failed', unit: unit.name, error: failureOf(thrown) }
  }
}

/** A message for users, and the cause for the log: the message of a bug may contain internals. */
function failureOf(thrown: unknown): FailedResult['error'] {
  if (thrown instanceof ScanProblem)
    return { code: thrown.code, detail: thrown.detail, cause: null }
  const cause = thrown instanceof Error ? thrown.message : String(thrown)
  return {
    code: 'unit_failed',
    detail: 'This part of the scan failed because of an internal error.',
    cause,
  }
}

/** A resource that several services may list is gone if none of them found it. */
function goneEverywhere<Client>({ locate, services }: Provider<Client>) {
  const missed = new Map<string, number>()
  return (uids: readonly string[]): readonly string[] =>
    uids.filter((uid) => {
      const times = (missed.get(uid) ?? 0) + 1
      missed.set(uid, times)
      const holders = locate(uid).flatMap(({ service }) => (service in services ? [service] : []))
      return times === new Set(holders).size
    })
}

interface Arrived {
  readonly unit: PlannedUnit
  readonly results: Running
  readonly step: Step
}
/** A step of a unit, or the error that ended it. */
type Arrival = Arrived | { readonly thrown: unknown }

const cancelled = () => new DOMException('The scan was canceled.', 'AbortError')

/**
 * Runs a plan. Units of all services and regions interleave, `concurrency` (8) at a time, and no unit starts while a
 * result waits for the consumer. Results are plain data that may cross a thread. Throws an AbortError soon after
 * `signal` aborts; leaving the loop early stops the calls as well.
 */
export async function* scan<Client>(
  plan: Plan,
  input: ScanInput<Client>,
): AsyncGenerator<ScanResult> {
  for await (const results of scanInGroups(plan, input)) yield* results
}

/**
 * Like `scan`, but returns all results that arrived while the caller was busy as one group, so that the caller can
 * record them in one transaction. A group has at least one result and at most `concurrency`.
 */
export async function* scanInGroups<Client>(
  plan: Plan,
  input: ScanInput<Client>,
): AsyncGenerator<readonly ScanResult[]> {
  const { session: opened, claim = async (units) => units, concurrency = 8 } = input
  const now = input.now ?? new Date(opened.clock.now())
  const stop = new AbortController()
  const cancel = () => stop.abort(cancelled())
  if (input.signal?.aborted) cancel()
  input.signal?.addEventListener('abort', cancel, { once: true })

  await input.inventory?.(headOf(plan, opened, now))
  const gone = goneEverywhere(opened.provider)
  const waiting = [...plan.units]
  const arrived: Arrival[] = []
  let inFlight = 0
  let wake = (): void => undefined
  // No Promise.race over the running units: a slow one would retain the results of every earlier race.
  const arrive = (arrival: Arrival) => {
    arrived.push(arrival)
    wake()
  }
  const advance = (unit: PlannedUnit, results: Running) => {
    inFlight++
    results.next().then(
      (step) => arrive({ unit, results, step }),
      (thrown: unknown) => arrive({ thrown }),
    )
  }
  let checked = 0
  /** The result of an arrival; undefined for a unit that has already ended. */
  const resultOf = ({ unit, step }: Arrived): ScanResult | undefined => {
    if (step.done || step.value.kind === 'slice') return step.value
    checked += unit.checks.length
    const { value } = step
    if (value.kind === 'failed') return value
    return { ...value, gone: gone(value.gone), checked, total: plan.total }
  }
  try {
    while (waiting.length > 0 || inFlight > 0) {
      stop.signal.throwIfAborted()
      const next = waiting.splice(0, concurrency - inFlight)
      if (next.length > 0) {
        const claimed = new Set(await claim(next.map(({ name }) => name)))
        for (const unit of next)
          if (claimed.has(unit.name))
            advance(unit, unitResults(unit, plan.config, input, stop.signal, now))
        continue
      }
      const taken = arrived.splice(0)
      if (taken.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        continue
      }
      inFlight -= taken.length
      const failed = taken.find((arrival) => 'thrown' in arrival)
      if (failed) throw failed.thrown
      const steps = taken.filter((arrival) => 'step' in arrival)
      const results = steps.map(resultOf).filter((result) => result !== undefined)
      if (results.length > 0) yield results
      for (const { unit, results: rest, step } of steps)
        if (step.value?.kind === 'slice') advance(unit, rest)
    }
  } finally {
    cancel()
    input.signal?.removeEventListener('abort', cancel)
  }
}
