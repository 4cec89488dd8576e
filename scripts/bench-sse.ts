/**
 * `npm run bench:sse`: event streams beside others on this machine, in interleaved rounds: the product
 * as it is served, a C loop of write() as the floor, nchan and better-sse. What counts are the ratios of
 * processor time per delivery within one run; a machine's own speed says nothing.
 * `--rounds 5 --listeners 1000 --idle 5000 --only fan-out,rate,latency,stalled,memory`; `--quick` is small;
 * `--cpu-prof folder` keeps profiles of the servers on Node.
 */
import { parseArgs } from 'node:util'
import { buildPrograms, profileInto } from './bench-sse/contenders.ts'
import { fanOut, idleMemory, latency, rate, stalledReaders } from './bench-sse/questions.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string' },
    listeners: { type: 'string' },
    idle: { type: 'string' },
    only: { type: 'string' },
    'cpu-prof': { type: 'string' },
    quick: { type: 'boolean', default: false },
  },
})
const { quick } = values

function count(name: 'rounds' | 'listeners' | 'idle', usual: number, most: number): number {
  const number = Number(values[name] ?? usual)
  if (Number.isInteger(number) && number >= 1 && number <= most) return number
  throw new RangeError(`--${name} is a whole number from 1 to ${most}.`)
}

const questions = { 'fan-out': fanOut, rate, latency, stalled: stalledReaders, memory: idleMemory }
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
  seconds: quick ? 2 : 8,
  say: (text = ''): void => void process.stdout.write(`${text}\n`),
}
const began = performance.now()
let missed = 0
try {
  for (const [name, ask] of Object.entries(questions)) {
    if (chosen.includes(name)) missed += (await ask(bench)) ?? 0
  }
} finally {
  programs.clear()
}
const seconds = Math.round((performance.now() - began) / 1_000)
bench.say(`\n${missed === 0 ? 'Every aim is met' : `${missed} aims are missed`}; ${seconds} s.`)
