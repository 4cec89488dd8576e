/** What reading an input costs the processor, and how that grows with the input. */

/** One kind of bad input for one parser. `run` may throw: what is refused costs as well. */
export interface Shape<T = unknown> {
  /** The size at the bound: of bytes, or of whatever the bound counts. */
  readonly at: number
  readonly make: (size: number) => T
  readonly run: (input: T) => unknown
}

export interface Parser {
  readonly name: string
  /** Where the product reads it: on the main thread, or in one with a deadline. */
  readonly where: 'main' | 'thread'
  readonly shapes: Readonly<Record<string, Shape>>
}

export const shape = <T>(
  at: number,
  make: (size: number) => T,
  run: (input: T) => unknown,
): Shape => ({ at, make, run }) as Shape

export interface Cost {
  readonly halfMs: number
  readonly wholeMs: number
  /** Cost at the bound over the cost at half of it. */
  readonly growth: number
}

const samples = 5
/** What one sample takes at least: the clock of a thread may tick each 4 ms. */
const sampleMs = 30
const mostRuns = 2_000
/** Below it at the bound there is nothing that could grow, and most of it is noise. */
const nothingMs = 2

const spent = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

async function attempt({ run }: Shape, input: unknown): Promise<void> {
  try {
    await run(input)
  } catch {
    // refused, which is as good
  }
}

/** Milliseconds of this thread's processor for one reading: the mean of as many as fill a sample. */
async function sample(one: Shape, input: unknown): Promise<number> {
  const start = spent()
  for (let runs = 1; ; runs += 1) {
    await attempt(one, input)
    const ms = spent() - start
    if (ms >= sampleMs || runs === mostRuns) return ms / runs
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** Medians of five samples each, taken in turns: a machine that is slow for a while is so for both. */
export async function costOf(one: Shape): Promise<Cost> {
  const [half, whole] = [one.make(Math.floor(one.at / 2)), one.make(one.at)]
  await attempt(one, half)
  await attempt(one, whole)
  const halves: number[] = []
  const wholes: number[] = []
  for (let turn = 0; turn < samples; turn += 1) {
    halves.push(await sample(one, half))
    wholes.push(await sample(one, whole))
  }
  const [halfMs, wholeMs] = [median(halves), median(wholes)]
  return { halfMs, wholeMs, growth: wholeMs < nothingMs ? 1 : wholeMs / halfMs }
}
