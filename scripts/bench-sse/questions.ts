/** The questions of the bench: each starts its contenders, prints its answer, and judges by its aims. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Aims } from '../aims.ts'
import {
  betterSse,
  type buildPrograms,
  type Contender,
  floor,
  nchan,
  ours,
  type Payload,
} from './contenders.ts'
import { type Listeners, listeners } from './listeners.ts'
import { apiP99Ms, type Cost, least, lockstep, median, paced, residentKiB } from './measure.ts'

export interface Bench {
  readonly programs: ReturnType<typeof buildPrograms>
  readonly rounds: number
  readonly listeners: number
  readonly idle: number
  readonly seconds: number
  /** Idle streams during the API requests. */
  readonly streams: number
  readonly aims: Aims
  say(text?: string): void
}

const noNchan = 'SKIPPED: nchan is not installed (Debian: nginx, libnginx-mod-nchan).'

/** Starts all, hands them over, stops all. */
export async function among<T>(
  starting: readonly Promise<Contender | null>[],
  work: (contenders: readonly Contender[]) => Promise<T>,
): Promise<T> {
  const results = await Promise.allSettled(starting)
  const started = results.flatMap((one) => (one.status === 'fulfilled' ? (one.value ?? []) : []))
  try {
    for (const one of results) if (one.status === 'rejected') throw one.reason
    return await work(started)
  } finally {
    for (const one of started) await one.stop()
  }
}

export async function listening<T>(
  { programs }: Bench,
  contender: Contender,
  [count, stalled]: readonly [number, number?],
  work: (group: Listeners) => Promise<T>,
): Promise<T> {
  const group = await listeners(programs.receivers, contender, count, stalled)
  try {
    await sleep(300)
    return await work(group)
  } finally {
    await group.leave()
    await sleep(300) // until the server has seen it
  }
}

/** Each round measures every contender once, in turn, so that a busy minute of the machine affects all. */
export async function rounds(
  bench: Bench,
  contenders: readonly Contender[],
  once: (contender: Contender) => Promise<Cost>,
): Promise<ReadonlyMap<Contender, readonly Cost[]>> {
  const costs = new Map<Contender, Cost[]>(contenders.map((one) => [one, []]))
  for (let round = 0; round < bench.rounds; round += 1)
    for (const [contender, its] of costs) its.push(await once(contender))
  return costs
}

export function row(bench: Bench, cells: readonly (string | number)[]): void {
  const [name, ...rest] = cells.map(String)
  bench.say(`  ${(name ?? '').padEnd(22)}${rest.map((cell) => cell.padStart(12)).join('')}`)
}

const usOf = (costs: readonly Cost[]): number[] => costs.map(({ microseconds }) => microseconds)
export const p99Ms = (costs: readonly Cost[]): number =>
  median(costs.map(({ report }) => report.p99_us)) / 1_000
const p50Ms = (costs: readonly Cost[]): number =>
  median(costs.map(({ report }) => report.p50_us)) / 1_000

export function verdict(
  { say, aims }: Bench,
  what: string,
  value: number,
  [aim, unit = '']: readonly [number, string?],
): void {
  say(`  ${what}: ${value.toFixed(2)}${unit}, ${aims.atMost(what, value, aim, unit)}`)
}

/** By the minimum of the rounds, and beside it by the median. */
function ratio(ours: readonly Cost[], theirs: readonly Cost[] | undefined): readonly number[] {
  if (!theirs) return []
  return [least(usOf(ours)) / least(usOf(theirs)), median(usOf(ours)) / median(usOf(theirs))]
}

/** Prints a row per contender; returns the costs by name. */
export function table(
  bench: Bench,
  costs: ReadonlyMap<Contender, readonly Cost[]>,
  names: ReadonlyMap<Contender, string> = new Map(),
): ReadonlyMap<string, readonly Cost[]> {
  row(bench, ['', 'µs min', 'µs median', 'p50 ms', 'p99 ms', 'lost'])
  const byName = new Map<string, readonly Cost[]>()
  const most = Math.max(...[...costs.values()].flat().map(({ report }) => report.deliveries))
  for (const [contender, its] of costs) {
    const name = names.get(contender) ?? contender.name
    byName.set(name, its)
    const us = usOf(its)
    const lost = Math.max(...its.map(({ report }) => most - report.deliveries))
    row(bench, [
      name,
      least(us).toFixed(2),
      median(us).toFixed(2),
      p50Ms(its).toFixed(1),
      p99Ms(its).toFixed(1),
      lost,
    ])
  }
  return byName
}

function ratios(
  bench: Bench,
  byName: ReadonlyMap<string, readonly Cost[]>,
  [name, other, aim]: readonly [string, string, number],
): void {
  const [min, middle] = ratio(byName.get(name) ?? [], byName.get(other))
  if (min === undefined || middle === undefined) return
  const what = `${name} / ${other}, by minimum (by median ${middle.toFixed(2)})`
  verdict(bench, what, min, [aim])
}

export async function fanOut(bench: Bench): Promise<void> {
  const events = Math.max(50, Math.round(300_000 / bench.listeners))
  bench.say(`\nFan-out: ${bench.listeners} listeners, ${events} events in lockstep`)
  bench.say('  Processor seconds of the server per million deliveries (µs a delivery):')
  const payload: Payload = { fillerBytes: 16 }
  const starting = [
    floor(bench.programs.floor, payload),
    nchan(payload),
    betterSse(payload),
    ours(payload),
  ]
  return among(starting, async (contenders) => {
    const costs = await rounds(bench, contenders, (contender) =>
      listening(bench, contender, [bench.listeners], async (group) => {
        await lockstep(contender, group, 20)
        return lockstep(contender, group, events)
      }),
    )
    const byName = table(bench, costs)
    if (!byName.has('nchan')) bench.say(`  ${noNchan}`)
    const aims = [
      ['ours', 'C floor', 1.35],
      ['ours', 'nchan', 0.85],
    ] as const
    for (const aim of aims) ratios(bench, byName, aim)
  })
}

export async function rate(bench: Bench): Promise<void> {
  const count = Math.min(200, bench.listeners)
  const load = { perSecond: 1_000, seconds: Math.max(2, bench.seconds / 2) }
  bench.say(`\nRate: ${count} listeners, ${load.perSecond} events a second`)
  const payload: Payload = { fillerBytes: 16 }
  const windowed = ours({ ...payload, coalesceMs: 5 })
  const starting = [nchan(payload), betterSse(payload), ours(payload), windowed]
  return among(starting, async (contenders) => {
    const costs = await rounds(bench, contenders, (contender) =>
      listening(bench, contender, [count], async (group) => {
        await lockstep(contender, group, 20)
        return paced(contender, group, load)
      }),
    )
    const byName = table(bench, costs, new Map([[await windowed, 'ours, 5 ms']]))
    if (!byName.has('nchan')) bench.say(`  ${noNchan}`)
    const aims = [
      ['ours', 'nchan', 1],
      ['ours, 5 ms', 'nchan', 0.4],
    ] as const
    for (const aim of aims) ratios(bench, byName, aim)
  })
}

export async function latency(bench: Bench): Promise<void> {
  const load = { perSecond: 100, seconds: bench.seconds }
  bench.say(`\nLatency: ${bench.listeners} listeners, ${load.perSecond} events a second`)
  return among([ours({ fillerBytes: 16 })], async ([contender]) => {
    if (!contender) return
    return listening(bench, contender, [bench.listeners], async (group) => {
      await lockstep(contender, group, 50)
      await apiP99Ms(contender, sleep(1_500)) // until it is warm
      const alone: number[] = []
      const beside: number[] = []
      const costs: Cost[] = []
      for (let round = 0; round < bench.rounds; round += 1) {
        alone.push(await apiP99Ms(contender, sleep(load.seconds * 1_000)))
        const streaming = paced(contender, group, load)
        beside.push(await apiP99Ms(contender, streaming))
        costs.push(await streaming)
      }
      table(bench, new Map([[contender, costs]]))
      const rise = median(beside) - median(alone)
      bench.say(
        `  API p99: ${median(alone).toFixed(1)} ms alone, ${median(beside).toFixed(1)} ms beside the stream`,
      )
      verdict(bench, 'p99 from publish to receive', p99Ms(costs), [20, ' ms'])
      verdict(bench, 'API p99 of repeated reads rises by', rise, [5, ' ms'])
    })
  })
}

/** The highest resident memory above `before` while `during` runs, in KiB. */
async function growth(pid: number, before: number, during: Promise<unknown>): Promise<number> {
  let most = 0
  const over = new AbortController()
  const stop = (): void => over.abort()
  void during.then(stop, stop)
  for (; !over.signal.aborted; await sleep(100)) most = Math.max(most, residentKiB(pid) - before)
  return most
}

export async function stalledReaders(bench: Bench): Promise<void> {
  const all = Math.max(20, Math.round(bench.listeners / 5))
  const stalled = Math.round(all / 10)
  const load = { perSecond: 100, seconds: bench.seconds }
  bench.say(`\nStalled readers: ${stalled} of ${all} never read, 100 events of 2 KB a second`)
  return among([ours({ fillerBytes: 2_000 })], async ([contender]) => {
    if (!contender) return
    const once = (count: number, silent: number): Promise<{ cost: Cost; grownKiB: number }> =>
      listening(bench, contender, [count, silent], async (group) => {
        await lockstep(contender, group, 10)
        const before = residentKiB(contender.pid)
        const running = paced(contender, group, load)
        const grownKiB = await growth(contender.pid, before, running)
        return { cost: await running, grownKiB }
      })
    await once(all, 0) // until it is warm
    const without: { cost: Cost; grownKiB: number }[] = []
    const beside: { cost: Cost; grownKiB: number }[] = []
    for (let round = 0; round < bench.rounds; round += 1) {
      without.push(await once(all - stalled, 0))
      beside.push(await once(all, stalled))
    }
    const p99 = (runs: typeof without): number => p99Ms(runs.map(({ cost }) => cost))
    const grown = (runs: typeof without): number => Math.max(...runs.map((run) => run.grownKiB))
    row(bench, ['', 'p99 ms', 'grown KiB'])
    row(bench, ['all read', p99(without).toFixed(1), grown(without)])
    row(bench, ['with stalled ones', p99(beside).toFixed(1), grown(beside)])
    verdict(bench, 'p99 of those who read, as a ratio', p99(beside) / p99(without), [1.5])
    verdict(bench, 'growth over stalled × 256 KiB', grown(beside) / (stalled * 256), [1])
  })
}

/** The least resident memory within half a minute of rest: a runtime frees garbage in its own time. */
async function stableKiB(pid: number): Promise<number> {
  let kib = residentKiB(pid)
  for (let second = 0; second < 30; second += 1) {
    await sleep(1_000)
    kib = Math.min(kib, residentKiB(pid))
  }
  return kib
}

export async function idleMemory(bench: Bench): Promise<void> {
  bench.say(`\nMemory: ${bench.idle} idle connections, resident growth of a warm server`)
  const payload: Payload = { fillerBytes: 16 }
  return among([nchan(payload), betterSse(payload), ours(payload)], async (contenders) => {
    row(bench, ['', 'KiB each'])
    for (const contender of contenders) {
      // As many connects as are measured, a tenth at a time: the database and the compiler are warm then.
      for (let wave = 0; wave < 10; wave += 1)
        await listening(bench, contender, [Math.ceil(bench.idle / 10)], () => sleep(500))
      const before = await stableKiB(contender.pid)
      const each = await listening(bench, contender, [bench.idle], async () => {
        const kib = await stableKiB(contender.pid)
        return (kib - before) / bench.idle
      })
      row(bench, [contender.name, each.toFixed(1)])
      if (contender.name === 'ours')
        verdict(bench, 'resident memory of an idle connection', each, [16, ' KiB'])
    }
  })
}
