/** What one contender costs under one load. */
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Contender } from './contenders.ts'
import type { Listeners, Report } from './listeners.ts'

export interface Cost {
  /** Processor seconds of the server per million deliveries, which is µs a delivery. */
  readonly microseconds: number
  readonly report: Report
}

/** CLOCK_MONOTONIC in µs, which the receivers read too. */
const nowUs = (): number => Number(process.hrtime.bigint() / 1_000n)

/** Processor time of all threads of a process, in µs, to the nanosecond as the scheduler counts. */
export function processorUs(pid: number): number {
  let sum = 0
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const [onProcessor = '0'] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`)
      .toString()
      .split(' ')
    sum += Number(onProcessor) / 1_000
  }
  return sum
}

/** Resident memory in KiB. */
export const residentKiB = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)

async function costOf(
  { pid }: Contender,
  listeners: Listeners,
  load: () => Promise<void>,
): Promise<Cost> {
  await listeners.reset()
  const before = processorUs(pid)
  await load()
  const spent = processorUs(pid) - before
  const report = await listeners.report()
  return { microseconds: spent / Math.max(1, report.deliveries), report }
}

/** Each event when the last one is heard by all: nothing can be gathered. */
export function lockstep(
  contender: Contender,
  listeners: Listeners,
  events: number,
): Promise<Cost> {
  return costOf(contender, listeners, async () => {
    for (let sent = 1; sent <= events; sent += 1) {
      const heard = listeners.heard(sent)
      contender.publish(nowUs())
      await heard
    }
  })
}

/** Events by the clock, `perSecond` of them, then until nothing more arrives. */
export function paced(
  contender: Contender,
  listeners: Listeners,
  { perSecond, seconds }: { readonly perSecond: number; readonly seconds: number },
): Promise<Cost> {
  return costOf(contender, listeners, async () => {
    const startedUs = nowUs()
    const events = perSecond * seconds
    for (let sent = 0; sent < events; await sleep(1)) {
      const due = Math.min(events, Math.floor(((nowUs() - startedUs) / 1e6) * perSecond))
      for (; sent < due; sent += 1) contender.publish(nowUs())
    }
    for (let last = -1, now = 0; now !== last; await sleep(200)) {
      last = now
      now = (await listeners.report()).deliveries
    }
  })
}

/** Milliseconds of the slowest hundredth of requests to the API, sent evenly while `during` runs. */
export async function apiP99Ms(
  { port, authorization }: Contender,
  during: Promise<unknown>,
): Promise<number> {
  const times: number[] = []
  const over = new AbortController()
  const stop = (): void => over.abort()
  void during.then(stop, stop)
  const open: Promise<void>[] = []
  while (!over.signal.aborted) {
    const startedMs = performance.now()
    const answer = fetch(`http://127.0.0.1:${port}/api/v1/users/me`, {
      headers: { Authorization: authorization },
    })
    open.push(
      answer.then(async (response) => {
        await response.arrayBuffer()
        if (response.status !== 200) throw new Error(`The API answered ${response.status}.`)
        times.push(performance.now() - startedMs)
      }),
    )
    await sleep(40) // light: measures latency, not throughput
  }
  await Promise.all(open)
  return percentile(times, 0.99)
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

export const least = (values: readonly number[]): number => Math.min(...values)
export const median = (values: readonly number[]): number => percentile(values, 0.5)
