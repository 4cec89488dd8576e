/** Plays scans of clouds by the classes that answer the threads of scans, from the results of units on. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newId } from '../../platform/ids.ts'
import { silent } from '../../platform/log.ts'
import type { Running } from '../../platform/tasks/index.ts'
import { pack, stage } from '../../features/versions/index.ts'
import { Spools } from '../../features/recording/spool.ts'
import { FullScan } from '../../features/scans/full-scan.ts'
import { PartialScan } from '../../features/scans/partial-scan.ts'
import { type Listeners, ScanRun } from '../../features/scans/scan-lifecycle.ts'
import { ScanRecorder } from '../../features/scans/scan-recorder.ts'
import type { ScanOutline, StagedResult } from '../../features/scans/scan-thread.ts'
import {
  type Looked,
  noMutes,
  observe,
  type Player,
  type Playing,
  resourceOf,
  type Says,
  uidNamed,
  unitOf,
  unreadOf,
} from './player.ts'

type Planned = ScanOutline['units'][number]
type UnitResult = Extract<StagedResult, { kind: 'unit' }>

const listeners: Listeners = { progressed() {}, ended() {}, errored() {} }
/** All in memory: nothing is written to this folder. */
const spools = new Spools(join(tmpdir(), 'plumbline-findings-model'), Number.POSITIVE_INFINITY)

const runningIn = (player: Player): Running => ({
  tenantId: player.tenantId,
  name: 'scan-perform',
  taskId: newId(),
  fence: 1,
  inTenant: (work) => player.in(work),
  hold: async () => {},
  releasePlace: () => () => {},
  countStored() {},
  progressed: async () => {},
  signal: new AbortController().signal,
  log: silent,
})

const runOf = (
  player: Player,
  scan: Playing,
  resource_uids: readonly string[] | null = null,
): ScanRun =>
  new ScanRun(listeners, runningIn(player), { ...scan, task_id: newId(), resource_uids })

const outlineOf = (units: readonly Planned[]): ScanOutline => ({
  units,
  coverage: [],
  total: units.length,
  regionsKnown: true,
  identity: null,
})

const placed = (unit: string, says: readonly Says[]) => {
  const [service = '', region = ''] = unit.split('/')
  const rows = says.map((one) => observe(unit, one))
  return { unit, service, region, batch: pack(stage(unit, rows)) }
}

const resultOf = (unit: string, { says = [], unread = [] }: Looked): UnitResult => ({
  kind: 'unit',
  ...placed(unit, says),
  unread: unreadOf(unread).map((one) => ({ ...one, reason: 'denied', action: null })),
  coverage: [],
  gone: [],
  lapsed: [],
  checked: 0,
  total: 0,
  emitted: says.length,
})

/** A full scan whose units are planned as they come. */
export class PlayedFullScan {
  readonly #scan: Playing
  readonly #handler: FullScan
  readonly #planned: Planned[] = []
  #at = ''
  #mutes = noMutes

  constructor(player: Player, scan: Playing) {
    this.#scan = scan
    const run = runOf(player, scan)
    const holder = { holder: run, mutesOf: async () => this.#mutes, now: async () => this.#at }
    this.#handler = new FullScan({ run, recorder: new ScanRecorder(scan, holder), spools })
  }

  /** Records units that end together, each seen at `at`. One of `failing` first fails when half of it was seen. */
  async units(
    units: ReadonlyMap<string, Looked>,
    at: string,
    failing: (unit: string) => boolean,
  ): Promise<void> {
    this.#at = at
    const results: StagedResult[] = []
    for (const [name, looked] of units) {
      const [service = '', region = ''] = name.split('/')
      this.#planned.push({ name, service, region, checks: looked.checks ?? [] })
      this.#mutes = looked.mutes ?? noMutes
    }
    await this.#handler.planned(outlineOf(this.#planned))
    for (const [unit, looked] of units) {
      await this.#handler.claim([unit])
      const { says = [] } = looked
      const half = Math.ceil(says.length / 2)
      const slice = { kind: 'slice', ...placed(unit, says.slice(0, half)) } as const
      if (failing(unit)) {
        const error = { code: 'unit_failed', detail: 'The connection was lost.', cause: null }
        await this.#handler.record([slice, { kind: 'failed', unit, error }])
        await this.#handler.claim([unit])
        results.push(resultOf(unit, looked))
      } else results.push(slice, resultOf(unit, { ...looked, says: says.slice(half) }))
    }
    await this.#handler.record(results)
    for (const unit of units.keys()) this.#scan.stages.set(unit, 'done')
  }
}

/** The fate of each worker of a partial scan, in order. */
export type Worker = 'dies' | 'dies once it has recorded' | 'ends'

/** Plays a partial scan, by several workers if the first ones die. */
export async function playPartial(
  player: Player,
  scan: Playing,
  { says = [], vanished = [], lapsed = [], mutes = noMutes }: Looked,
  { at, workers }: { readonly at: string; readonly workers: readonly Worker[] },
): Promise<void> {
  const died = new Error('The worker died.')
  const units = Map.groupBy(says, unitOf)
  if (units.size === 0) units.set('s3/eu', [])
  const results = [...units].map(([unit, seen]) => resultOf(unit, { says: seen }))
  const [first, ...others] = results
  if (!first) return
  const named = [...new Set([...says.map(({ on }) => resourceOf(on)), ...vanished])]
  const more = { gone: vanished, lapsed: lapsed.map(uidNamed) }
  for (const worker of workers) {
    const run = runOf(player, scan, named)
    const services = { holder: run, mutesOf: async () => mutes, now: async () => at }
    const recorder = new ScanRecorder(scan, services)
    const planned = [...units.keys()].map((name) => ({ name, service: '', region: '', checks: [] }))
    const ended = new PartialScan({ run, recorder, spools }).run(async (handler) => {
      await handler.planned(outlineOf(planned))
      await handler.record([{ ...first, ...more }, ...others])
      if (worker === 'dies') throw died
    })
    await ended.catch((error: unknown) => {
      if (error !== died) throw error
    })
  }
  scan.stages.set('partial', 'done')
}
