/**
 * `npm run bench:hostile`: the processor time that every parser of users' input takes for bad input at its
 * bound and at half of it. Fails where the median of five grows by more than three times, and where the main thread is
 * blocked for more than 50 ms, with or without `--hold`. `--only XML` takes the parsers whose name contains it.
 */
import { parseArgs } from 'node:util'
import { Aims, holdOption } from './aims.ts'
import { type Cost, costOf, type Parser } from '../server/testing/hostile/measure.ts'
import { parsers } from '../server/testing/hostile/parsers.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    all: { type: 'boolean', default: false },
    ...holdOption,
  },
})
const mostGrowth = 3
const mostMs = 50

const say = (text = ''): void => void process.stdout.write(`${text}\n`)
const line = (...cells: readonly string[]): void =>
  say(cells.map((cell, at) => (at === 0 ? cell.padEnd(62) : cell.padStart(10))).join(''))
const shown = (ms: number): string => ms.toFixed(ms < 10 ? 2 : 1)

const faultsOf = (where: Parser['where'], { growth, wholeMs }: Cost): readonly string[] => [
  ...(growth > mostGrowth ? [`grows by ${growth.toFixed(1)}`] : []),
  ...(where === 'main' && wholeMs > mostMs ? [`holds the main thread ${shown(wholeMs)} ms`] : []),
]

const wrong: string[] = []
for (const { name, where, shapes } of await parsers()) {
  if (!name.toLowerCase().includes(values.only.toLowerCase())) continue
  say()
  line(
    `${name} (${where === 'main' ? 'main thread' : 'thread with a deadline'})`,
    'half ms',
    'bound ms',
    'growth',
  )
  const costs = []
  for (const [what, shape] of Object.entries(shapes)) {
    let cost = await costOf(shape)
    // Others use this machine too: what looks wrong is measured once more.
    if (faultsOf(where, cost).length > 0) cost = await costOf(shape)
    const faults = faultsOf(where, cost)
    if (faults.length > 0) wrong.push(`${name}, ${what}: ${faults.join(', ')}`)
    costs.push({ what, ...cost, faults })
  }
  // The costliest first; of a hundred that cost nothing only the number of the rest is shown.
  const sorted = costs.toSorted((a, b) => b.wholeMs - a.wholeMs)
  const rows = values.all ? sorted : sorted.filter(({ faults }, at) => at < 6 || faults.length > 0)
  for (const { what, halfMs, wholeMs, growth, faults } of rows) {
    line(
      `  ${what}`,
      shown(halfMs),
      shown(wholeMs),
      growth.toFixed(1),
      faults.length > 0 ? 'FAILS' : '',
    )
  }
  if (rows.length < sorted.length) say(`  and ${sorted.length - rows.length} that cost less`)
}

say()
if (wrong.length === 0) {
  say(
    `Nothing grows by more than ${mostGrowth} times, or holds the main thread for more than ${mostMs} ms.`,
  )
} else {
  for (const one of wrong) say(one)
}
const aims = new Aims({ hold: true }) // a parser that grows faster than its input is a defect, not a slow day
aims.judge('parsers of bad input at their bound', wrong.length === 0)
aims.close(say)
