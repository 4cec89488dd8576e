/** A kind of account beside AWS: what its scanner costs a finding, and whether its memory stays flat. */
import { join } from 'node:path'
import type { Aims } from '../aims.ts'
import { kindOf } from './kinds.ts'
import { start } from './processes.ts'
import type { Scanned } from './scanner.ts'

const here = (file: string): string => join(import.meta.dirname, file)
const line = /^\{.*\}$/

async function scanned(kind: string, size: number): Promise<Scanned> {
  const cloud = await start([here('cloud.ts'), kind, String(size)], line)
  try {
    const scanner = await start([here('scanner.ts'), kind, cloud.said], line)
    await scanner.stop()
    return JSON.parse(scanner.said) as Scanned
  } finally {
    await cloud.stop()
  }
}

const most = { timesAws: 1.5, growth: 1.3 }

/** Scans an account of the kind and one a tenth its size, and the same of AWS. */
export async function compareKind(
  kind: string,
  size: number,
  { aims, say }: { readonly aims: Aims; readonly say: (text: string) => void },
): Promise<void> {
  const both = async (name: string): Promise<{ small: Scanned; large: Scanned }> => {
    const { counted } = kindOf(name)
    const found: Scanned[] = []
    for (const some of [Math.round(size / 10), size]) {
      const one = await scanned(name, some)
      found.push(one)
      say(
        `${name}, ${some} ${counted}: ${one.findings} findings, ${one.microseconds.toFixed(1)} µs of a processor each, ` +
          `peak memory ${Math.round(one.peakMb)} MB`,
      )
    }
    const [small, large] = found
    if (!small || !large) throw new Error('There are two sizes.')
    return { small, large }
  }
  const own = await both(kind)
  const growth = own.large.peakMb / own.small.peakMb
  const flat = `peak memory of ${kind} at ten times the account, in times`
  say(`${flat}: ${growth.toFixed(2)}, ${aims.atMost(flat, growth, most.growth)}`)
  if (kind === 'aws') return
  const times = own.large.microseconds / (await both('aws')).large.microseconds
  const cost = `processor time a finding of ${kind}, in times of AWS`
  say(`${cost}: ${times.toFixed(2)}, ${aims.atMost(cost, times, most.timesAws)}`)
}
