/** Runs a load in a separate process, and returns its measurements. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Child, familyTime, processorTime } from '../bench-scan/processes.ts'
import type { Load, Measurement } from './load.ts'

export async function loaded(load: Load): Promise<Measurement> {
  const file = join(import.meta.dirname, 'load.ts')
  const args = [...process.execArgv, file, JSON.stringify(load)]
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 26 })
  return JSON.parse(stdout) as Measurement
}

/** Milliseconds that so much of all requests took at most. */
export const at = ({ latencies }: Measurement, part: number): number =>
  latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * part))] ?? Number.NaN

const shown = (measurement: Measurement): string =>
  [0.5, 0.95, 0.99, 1].map((part) => at(measurement, part).toFixed(1)).join(' / ')

/** One load, with what it cost the server and the database beside what it cost its own process, as lines. */
export async function measured(
  what: string,
  load: Load,
  { product, postgres }: { product: Child; postgres: number },
): Promise<Measurement & { readonly lines: readonly string[] }> {
  const [ours, theirs] = [processorTime(product.pid), familyTime(postgres)]
  const measurement = await loaded(load)
  const each = (microseconds: number): string =>
    (microseconds / measurement.latencies.length).toFixed(0)
  return {
    ...measurement,
    lines: [
      `${what}: ${measurement.latencies.length} reads at ${load.perSecond}/s, ${JSON.stringify(measurement.statuses)}; ` +
        `p50 / p95 / p99 / longest ${shown(measurement)} ms`,
      `  processor time a read: server ${each(processorTime(product.pid) - ours)} µs, ` +
        `PostgreSQL ${each(familyTime(postgres) - theirs)} µs, load (apart) ${each(measurement.microseconds)} µs`,
    ],
  }
}
