/**
 * The thread of one scan: sign in, plan, collect, judge. It has a heap of its own, so that a scan that
 * runs out of memory ends alone; it never sees the database. Before each unit it asks whether the unit
 * is its to run, and after each result it waits until the result is recorded.
 */
import { parentPort } from 'node:worker_threads'
import {
  type AmbientTerms,
  open,
  planScan,
  providers,
  ScanProblem,
  type ScanResult,
  scan,
} from '@plumbline/scanner'
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

/** What the thread says. Each but the last waits for an answer. */
export type Said =
  | {
      readonly say: 'plan'
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
  | { readonly say: 'claim'; readonly unit: string }
  | { readonly say: 'result'; readonly result: StagedResult }
  | { readonly say: 'done' }
  | { readonly say: 'failed'; readonly code: string; readonly detail: string }

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

/** What it is told: first the work, then one answer to each question. */
export type Told =
  | { readonly tell: 'start'; readonly input: ThreadInput }
  | { readonly tell: 'answer'; readonly yes: boolean }
  | { readonly tell: 'stop' }

const port = parentPort
if (!port) throw new Error('thread.ts runs as a worker thread')
const stopping = new AbortController()
const waiting: ((yes: boolean) => void)[] = []

/** `given` changes threads: nothing of it is left here. */
const ask = (said: Said, given: readonly ArrayBuffer[] = []): Promise<boolean> =>
  new Promise((resolve) => {
    waiting.push(resolve)
    port.postMessage(said, given)
  })

function tell(result: ScanResult): Promise<boolean> {
  if (result.kind === 'failed') return ask({ say: 'result', result })
  const { findings, ...rest } = result
  const batch = pack(stage(result.unit, findings))
  const given = [batch.findings, batch.resources, batch.bodies].map(({ buffer }) => buffer)
  return ask({ say: 'result', result: { ...rest, batch } }, given)
}

async function run(input: ThreadInput): Promise<void> {
  const kind = providers[input.provider]
  if (!kind)
    throw new ScanProblem(
      'provider_not_supported',
      `Accounts of kind ${input.provider} cannot be scanned.`,
    )
  const { uid, secret, ambient, config, named, concurrency } = input
  const session = await open(kind, { uid, secret, ambient, config, signal: stopping.signal })
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
    await ask({ say: 'plan', units, coverage, total, regionsKnown })
    const claim = (unit: string): Promise<boolean> => ask({ say: 'claim', unit })
    for await (const result of scan(plan, {
      session,
      claim,
      concurrency,
      signal: stopping.signal,
    })) {
      await tell(result)
    }
  } finally {
    session.close()
  }
}

port.on('message', (told: Told) => {
  if (told.tell === 'answer') return waiting.shift()?.(told.yes)
  if (told.tell === 'stop') return stopping.abort()
  run(told.input).then(
    () => port.postMessage({ say: 'done' } satisfies Said),
    (error: unknown) => {
      if (!(error instanceof ScanProblem)) throw error // a bug: the thread dies of it, and whoever drives it logs it
      const { code, detail } = error
      port.postMessage({ say: 'failed', code, detail } satisfies Said)
    },
  )
})
