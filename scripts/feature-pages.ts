/**
 * `npm run docs:features`: writes the lists of features in ARCHITECTURE.md and the classes of data in
 * docs/security/keys-and-data.md, from the features and their tables. `--check` writes nothing and fails if one is not
 * current.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { layersWith } from '../layers.ts'
import { features, tables } from '../server/features/index.ts'
import { type DataClass, dataClasses } from '../server/platform/db/tables.ts'

const root = join(import.meta.dirname, '..')
const names = features.map(({ name }) => name)

/** `words` in lines of at most 116 characters, behind a first line of this indent. */
function wrapped(words: readonly string[], indent: number): string {
  const lines: string[] = []
  for (const word of words) {
    const line = [...(lines.at(-1)?.split(' ') ?? []), word].join(' ')
    if (lines.length > 0 && indent + line.length <= 116) lines[lines.length - 1] = line
    else lines.push(word)
  }
  return lines.join(`\n${' '.repeat(indent)}`)
}

const listed = [...names.toReversed(), 'seed'].join(', ')
const order = layersWith(names)
  .filter((layer) => layer.in === 'server/features/' && layer.door)
  .map(({ modules, apart }) => modules.replaceAll(' ', apart ? ' · ' : ' → '))
  .join(' → ')
const classOf = (data: DataClass): string =>
  tables
    .flatMap((table) => (table.data === data ? [`\`${table.name}\``] : []))
    .toSorted()
    .join(', ')

/** By page: the part that is written here, and its text. */
const parts: readonly (readonly [path: string, part: RegExp, text: string])[] = [
  [
    'ARCHITECTURE.md',
    /(?<=^ {2}server\/features\/ {10})[a-z-]+(?:,\s+[a-z-]+)+$/m,
    wrapped(listed.split(' '), 28),
  ],
  ['ARCHITECTURE.md', /(?<=^server\/features {5}).+$/m, order],
  ...Object.entries(dataClasses).map(
    ([data, title]) =>
      [
        'docs/security/keys-and-data.md',
        new RegExp(`(?<=^\\| ${title} \\| )\`.*(?= \\|$)`, 'm'),
        classOf(data as DataClass),
      ] as const,
  ),
]

const old = new Set<string>()
for (const [path, part, text] of parts) {
  const page = readFileSync(join(root, path), 'utf8')
  if (!part.test(page)) throw new Error(`${path} has no place for what ${part.source} finds.`)
  const current = page.replace(part, () => text)
  if (current === page) continue
  old.add(path)
  if (!process.argv.includes('--check')) writeFileSync(join(root, path), current)
}
if (process.argv.includes('--check') && old.size > 0) {
  process.stdout.write(`${[...old].join(', ')}: not current. Run npm run docs:features.\n`)
  process.exitCode = 1
}
