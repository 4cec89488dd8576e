/**
 * `node scripts/launch.cjs scripts/write-frameworks.ts <facts.json>` writes scanner/frameworks/catalog/
 * from a file of facts: frameworks with their requirements, checks and sections. Needed only when the
 * facts change.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { corrected } from './framework-corrections.ts'
import { nameOf } from './framework-names.ts'
import { type FactFile, tableOf, textOf } from './framework-table.ts'

const [source] = process.argv.slice(2)
if (source === undefined) {
  process.stderr.write('Say from what: write-frameworks.ts <facts.json>.\n')
  process.exit(1)
}

const folder = join(import.meta.dirname, '..', 'scanner', 'frameworks', 'catalog')
const { frameworks } = JSON.parse(readFileSync(source, 'utf8')) as FactFile
const tables = frameworks
  .map((facts) => {
    const { id, version, aliases } = nameOf(facts)
    return { id, aliases, table: tableOf({ ...corrected(facts), id, version }) }
  })
  .toSorted((a, b) => (a.id < b.id ? -1 : 1))

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
for (const { id, table } of tables) writeFileSync(join(folder, `${id}.json`), textOf(table))

const index = tables.map(
  ({ id, aliases, table: { framework, version, providers, requirements } }) =>
    JSON.stringify({
      id,
      aliases,
      framework,
      version,
      providers,
      requirements: requirements.length,
    }),
)
writeFileSync(join(folder, 'index.json'), `[\n${index.join(',\n')}\n]\n`)
process.stdout.write(`${tables.length} frameworks are written.\n`)
