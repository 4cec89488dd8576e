/**
 * `npm run soak:sse -- --ops 10000000`: the isolation model of event streams for as long as one likes, in
 * rounds of 200,000 operations with a seed each. `--seed 7` begins with that one. `--real-time` adds the
 * waits that the tests take by a handed-in clock, over HTTP and as long as they are: about two minutes.
 * It leaves with 1 at the first fault and names the seed.
 */
import { parseArgs } from 'node:util'
import { type ModelResult, runModel } from '../server/platform/streams/testing/model.ts'
import { realTime } from './soak-sse/real-time.ts'

const { values } = parseArgs({
  options: {
    ops: { type: 'string', default: '1000000' },
    seed: { type: 'string' },
    'real-time': { type: 'boolean', default: false },
  },
})
const round = 200_000

function wholeNumber(name: string, text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number) || number < 0)
    throw new RangeError(`--${name} is a whole number.`)
  return number
}
const operations = wholeNumber('ops', values.ops)
const firstSeed = wholeNumber('seed', values.seed ?? String(Date.now() % 2 ** 31))
const say = (text: string): void => void process.stdout.write(`${text}\n`)

async function soak(): Promise<void> {
  const startedMs = performance.now()
  const sums = { connected: 0, refused: 0, delivered: 0 }
  const closed: Record<string, number> = {}
  let done = 0
  for (let seed = firstSeed; done < operations; seed += 1) {
    const result = await oneRound(seed, Math.min(round, operations - done))
    done += result.operations
    for (const name of ['connected', 'refused', 'delivered'] as const) sums[name] += result[name]
    for (const [code, count] of Object.entries(result.closed))
      closed[code] = (closed[code] ?? 0) + count
    const seconds = (performance.now() - startedMs) / 1_000
    say(`${done} operations, ${sums.delivered} deliveries, ${seconds.toFixed(0)} s, seed ${seed}`)
  }
  say(`0 foreign bytes, 0 after a bound. ${JSON.stringify({ operations: done, ...sums, closed })}`)
}

async function oneRound(seed: number, count: number): Promise<ModelResult> {
  try {
    return await runModel(seed, count)
  } catch (error) {
    throw new Error(`Again: npm run soak:sse -- --ops ${count} --seed ${seed}`, { cause: error })
  }
}

await soak()
if (values['real-time']) await realTime(say)
