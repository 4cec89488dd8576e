/**
 * `npm run bench:sse`: event streams beside others on this machine, in interleaved rounds: the product
 * as it is served, a C loop of write() as the floor, nchan and better-sse. What counts are the ratios of
 * processor time per delivery within one run; a machine's own speed does not matter. `--rounds 5 --listeners 1000
 * --idle 5000 --only fan-out,rate,latency,stalled,reads,worker,memory`; `--quick` is small; `--hold` fails when an aim
 * is missed; `--cpu-prof folder` keeps profiles of the servers on Node.
 */
import { parseArgs } from 'node:util'
import { buildPrograms, profileInto } from './bench-sse/contenders.ts'
import { Aims, holdOption } from './aims.ts'
import { fanOut, idleMemory, latency, rate, stalledReaders } from './bench-sse/questions.ts'
import { readsBesideIdle, workerOverRedis } from './bench-sse/installation.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string' },
    listeners: { type: 'string' },
    idle: { type: 'string' },
    only: { type: 'string' },
    'cpu-prof': { type: 'string' },
    quick: { type: 'boolean', default: false },
    ...holdOption,
  },
})
const { quick } = values

function count(name: 'rounds' | 'listeners' | 'idle', usual: number, most: number): number {
  const number = Number(values[name] ?? usual)
  if (Number.isInteger(number) && number >= 1 && number <= most) return number
  throw new RangeError(`--${name} is a whole number from 1 to ${most}.`)
}

const questions = {
  'fan-out': fanOut,
  rate,
  latency,
  stalled: stalledReaders,
  reads: readsBesideIdle,
  worker: workerOverRedis,
  memory: idleMemory,
}
const chosen = values.only?.split(',') ?? Object.keys(questions)
const unknown = chosen.find((name) => !Object.hasOwn(questions, name))
if (unknown !== undefined)
  throw new RangeError(`--only takes ${Object.keys(questions).join(', ')}, not "${unknown}".`)

if (values['cpu-prof']) profileInto(values['cpu-prof'])
const programs = buildPrograms()
const bench = {
  programs,
  rounds: count('rounds', quick ? 2 : 5, 50),
  listeners: count('listeners', quick ? 200 : 1_000, 10_000),
  idle: count('idle', quick ? 500 : 5_000, 15_000),
  streams: quick ? 500 : 2_000,
  seconds: quick ? 2 : 8,
  aims: new Aims(values),
  say: (text = ''): void => void process.stdout.write(`${text}\n`),
}
const startedMs = performance.now()
try {
  for (const [name, ask] of Object.entries(questions)) {
    if (chosen.includes(name)) await ask(bench)
  }
} finally {
  programs.clear()
}
const seconds = Math.round((performance.now() - startedMs) / 1_000)
bench.say(`\n${seconds} s.`)
bench.aims.close(bench.say)
