/**
 * The thread of one scan: sign in, plan, collect, judge. It has a separate heap, so that a scan that runs out of memory
 * fails alone, and no access to the database. It claims units before they start, and waits until results are recorded
 * before it starts more.
 */
import {
  type AmbientTerms,
  open,
  planScan,
  providers,
  readConfig,
  ScanProblem,
  type ScanResult,
  scanInGroups,
  systemClock,
} from '@plumbline/scanner'
import { answering } from '../../platform/threads/index.ts'
import { pack, type PackedBatch, stage } from '../versions/index.ts'

export interface ThreadInput {
  readonly provider: string
  readonly uid: string
  readonly secret: unknown
  readonly ambient: AmbientTerms | null
  /** Origins inside the operator's network that the tenant may reach. */
  readonly internal: readonly string[]
  /** The operator's configuration: it applies to keys that the tenant does not set. */
  readonly config: Readonly<Record<string, unknown>>
  /** The tenant's, as written for this kind of provider. */
  readonly configuration: Readonly<Record<string, unknown>>
  /** A partial scan: its resources, and the checks that last reported on them, by whatever scanner. */
  readonly named: { readonly uids: readonly string[]; readonly checks: readonly string[] } | null
  readonly concurrency: number
}

/** What the scan will read from the cloud. */
export interface ScanOutline {
  readonly units: readonly {
    name: string
    service: string
    region: string
    checks: readonly string[]
  }[]
  readonly coverage: readonly PlannedCoverage[]
  readonly total: number
  readonly regionsKnown: boolean
  /** The identity that the account reports; null if its uid identifies it. */
  readonly identity: string | null
}

/** What the account or the configuration is to blame for. */
export interface ScanFailure {
  readonly code: string
  readonly detail: string
}

type Staging<Result> = Result extends { findings: unknown }
  ? Omit<Result, 'findings'> & { readonly batch: PackedBatch }
  : Result

/** A result with its findings as they are recorded: bytes, of which what several share is there once. */
export type StagedResult = Staging<ScanResult>

export interface PlannedCoverage {
  readonly check_id: string
  readonly service: string
  readonly region: string
  readonly resource_type: string
  readonly outcome:
    | 'assessed'
    | 'not_applicable'
    | 'denied'
    | 'throttled'
    | 'error'
    | 'capped'
    | 'excluded'
  readonly action: string | null
  readonly count: number
  readonly sample: string | null
}

const functions = {
  /** Ends when every unit was offered. */
  async run(input: ThreadInput): Promise<ScanFailure | undefined> {
    try {
      await perform(input)
      return undefined
    } catch (error) {
      if (!(error instanceof ScanProblem)) throw error
      const { code, detail } = error
      return { code, detail }
    }
  },
}

const parent = answering(functions)

/** A vendor's wait longer than this means an exhausted limit, not a short outage. */
const longWaitMs = 60_000
let longWaits = 0

/** The system's clock, which also reports long waits of the scan. */
const clock: typeof systemClock = {
  now: systemClock.now,
  async sleep(ms, signal) {
    if (ms <= longWaitMs) return systemClock.sleep(ms, signal)
    const tell = (isWaiting: boolean): void => void parent.ask('waits', [isWaiting]).catch(() => {})
    longWaits += 1
    if (longWaits === 1) tell(true)
    try {
      await systemClock.sleep(ms, signal)
    } finally {
      longWaits -= 1
      if (longWaits === 0) tell(false)
    }
  },
}

function staged(result: ScanResult): StagedResult {
  if (result.kind === 'failed') return result
  const { findings, ...rest } = result
  return { ...rest, batch: pack(stage(result.unit, findings)) }
}

function record(results: readonly ScanResult[]): Promise<unknown> {
  const all = results.map(staged)
  const bytes = all.flatMap((result) =>
    result.kind === 'failed'
      ? []
      : [result.batch.findings, result.batch.resources, result.batch.bodies],
  )
  return parent.ask(
    'record',
    [all],
    bytes.map(({ buffer }) => buffer),
  )
}

async function perform(input: ThreadInput): Promise<void> {
  const kind = providers[input.provider]
  if (!kind)
    throw new ScanProblem(
      'provider_not_supported',
      `Providers of type ${input.provider} cannot be scanned.`,
    )
  const { uid, secret, ambient, internal, named, concurrency } = input
  const { config: own, problems } = await readConfig(kind, input.configuration)
  const [problem] = problems // of a key that was fit to an older version
  if (problem) {
    const detail = `The key ${problem.path.join('/')} of the scan configuration is no longer valid. ${problem.detail}`
    throw new ScanProblem('invalid_configuration', detail)
  }
  const config = { ...input.config, ...own }
  const signal = parent.stopping
  const mayBePrivate = (origin: string): boolean => internal.includes(origin)
  const account = { uid, secret, ambient, mayBePrivate, ofMember: true, config, signal, clock }
  const session = await open(kind, account)
  try {
    const checks = named?.checks.filter((id) => kind.catalog.has(id))
    const only = named && checks ? { uids: named.uids, checks } : {}
    const plan = await planScan(session, { config, ...only })
    const units = plan.units.map(({ name, service, region, checks }) => ({
      name,
      service,
      region,
      checks,
    }))
    const { coverage, total, regions_known: regionsKnown } = plan
    const { identity = null } = session.session
    const outline = { units, coverage, total, regionsKnown, identity } satisfies ScanOutline
    await parent.ask('planned', [outline])
    const claim = async (names: readonly string[]): Promise<readonly string[]> =>
      (await parent.ask('claim', [names])) as readonly string[]
    for await (const results of scanInGroups(plan, { session, claim, concurrency, signal }))
      await record(results)
  } finally {
    session.close()
  }
}
