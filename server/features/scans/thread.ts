/**
 * The thread of one scan: sign in, plan, collect, judge. It has a heap of its own, so that a scan that
 * runs out of memory ends alone; it never sees the database. Before each unit it asks whether the unit
 * is its to run, and after each result it waits until the result is recorded.
 */
import {
  type AmbientTerms,
  open,
  planScan,
  providers,
  ScanProblem,
  type ScanResult,
  scan,
} from '@plumbline/scanner'
import { answering } from '../../platform/threads/index.ts'
import { pack, type PackedBatch, stage } from '../observations/index.ts'

export interface ThreadInput {
  readonly provider: string
  readonly uid: string
  readonly secret: unknown
  readonly ambient: AmbientTerms | null
  readonly config: Readonly<Record<string, unknown>>
  /** A partial scan: its resources, and the checks that last reported on them, by whatever scanner. */
  readonly named: { readonly uids: readonly string[]; readonly checks: readonly string[] } | null
  readonly concurrency: number
}

/** What is going to be asked of the cloud. */
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
  readonly outcome: 'assessed' | 'not_applicable' | 'denied' | 'throttled' | 'error' | 'excluded'
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

const driver = answering(functions)

function record(result: ScanResult): Promise<unknown> {
  if (result.kind === 'failed') return driver.ask('record', [result satisfies StagedResult])
  const { findings, ...rest } = result
  const batch = pack(stage(result.unit, findings))
  const staged: StagedResult = { ...rest, batch }
  const bytes = [batch.findings, batch.resources, batch.bodies].map(({ buffer }) => buffer)
  return driver.ask('record', [staged], bytes)
}

async function perform(input: ThreadInput): Promise<void> {
  const kind = providers[input.provider]
  if (!kind)
    throw new ScanProblem(
      'provider_not_supported',
      `Accounts of kind ${input.provider} cannot be scanned.`,
    )
  const { uid, secret, ambient, config, named, concurrency } = input
  const signal = driver.stopping
  const session = await open(kind, { uid, secret, ambient, config, signal })
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
    await driver.ask('planned', [{ units, coverage, total, regionsKnown } satisfies ScanOutline])
    const claim = async (unit: string): Promise<boolean> =>
      (await driver.ask('claim', [unit])) === true
    for await (const result of scan(plan, { session, claim, concurrency, signal }))
      await record(result)
  } finally {
    session.close()
  }
}
