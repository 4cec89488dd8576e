/**
 * `npm run contract` writes contract/openapi.json from the endpoints of the server and prints how
 * much of the public contract it covers. `--check` writes nothing and fails when the file is old.
 * `--gaps` also lists what is missing from the operations that are there.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { describeApi } from '../server/index.ts'
import { type Coverage, coverage, kinds, type Node, type Surface } from './contract-coverage.ts'

const root = join(import.meta.dirname, '..')
const file = join(root, 'contract', 'openapi.json')
const { values } = parseArgs({
  options: { check: { type: 'boolean' }, gaps: { type: 'boolean' } },
})

function table({ byTag }: Coverage): string {
  const rows = [...byTag].map(([tag, tally]) =>
    [tag].concat(kinds.map((kind) => `${tally[kind].have}/${tally[kind].want}`)),
  )
  const sums = kinds.map((kind) => {
    const tallies = [...byTag.values()].map((tally) => tally[kind])
    const sum = (part: 'have' | 'want'): number =>
      tallies.reduce((total, tally) => total + tally[part], 0)
    return `${sum('have')}/${sum('want')}`
  })
  const lines = [['', ...kinds], ...rows, ['together', ...sums]]
  return lines
    .map(([tag = '', ...cells]) => tag.padEnd(20) + cells.map((cell) => cell.padStart(12)).join(''))
    .join('\n')
}

const document = await describeApi()
const text = `${JSON.stringify(document, null, 2)}\n`
const isCurrent = existsSync(file) && readFileSync(file, 'utf8') === text

if (values.check) {
  if (!isCurrent) {
    process.stderr.write(
      'contract/openapi.json is not what the code says. Run "npm run contract".\n',
    )
    process.exitCode = 1
  }
} else {
  if (!isCurrent) writeFileSync(file, text)
  process.stdout.write(`contract/openapi.json is ${isCurrent ? 'current' : 'written anew'}.\n\n`)
  const surface = JSON.parse(
    readFileSync(join(root, 'contract', 'peers', 'surface.json'), 'utf8'),
  ) as Surface
  const covered = coverage(JSON.parse(text) as Node, surface)
  process.stdout.write(`Have/want against ${surface.source.title} ${surface.source.version}:\n`)
  process.stdout.write(`${table(covered)}\n`)
  if (values.gaps) process.stdout.write(`\n${covered.gaps.join('\n')}\n`)
}
