/**
 * `npm run check`: types, lint, format, layers, circles, owners of tables, words, wording, schema.sql, pages of checks, sizes, the contract, the map of ASVS,
 * how many packages ship, and every `*.tree.test.ts`: tests that read the project itself and start nothing.
 */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { layersWith } from '../layers.ts'
import { features, tables } from '../server/features/index.ts'
import { asvsLevels } from './asvs-levels.ts'
import { checkAsvs } from './check-asvs.ts'
import { brokenLayers, cycles } from './check-layers.ts'
import { foreignWrites } from './check-owners.ts'
import { sizesOf } from './check-sizes.ts'
import { checkWording, exceptions, isRead } from './check-wording.ts'
import { retiredNames, retiredWords } from './check-words.ts'
import { readImports } from './imports.ts'
import { sourceFiles } from './source-files.ts'

const root = join(import.meta.dirname, '..')

/** Kept current by separate steps. */
const generated = new Set(['server/platform/db/schema.sql', 'web/api/types.ts'])

/** The result of a step: problems fail it, the note is always shown. */
interface Outcome {
  readonly problems: readonly string[]
  readonly note?: string
}
interface Step {
  readonly name: string
  readonly run: () => Outcome | Promise<Outcome>
}

/** Runs a program of a dependency; its output is the problem. */
const program =
  (...args: readonly string[]) =>
  (): Promise<Outcome> =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
        cwd: root,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const parts: Buffer[] = []
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (part: Buffer) => parts.push(part))
      }
      child.on('error', reject)
      child.on('close', (code) => {
        const text = Buffer.concat(parts).toString().trim()
        resolve({ problems: code === 0 ? [] : [text || `It exited with status ${code}.`] })
      })
    })

function checkLayers(): Outcome {
  const paths = sourceFiles(root, ['ts', 'tsx'])
  const imports = readImports(root, paths)
  const circles = cycles(imports).map((circle) => `A circle: ${circle.join(' → ')}.`)
  return {
    problems: [
      ...brokenLayers(layersWith(features.map(({ name }) => name)), paths, imports),
      ...circles,
    ],
    note: `${imports.length} imports, ${circles.length} circles`,
  }
}

function checkOwners(): Outcome {
  const sources = sourceFiles(root, ['ts'])
    .filter((path) => path.startsWith('server/'))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
  const note = `${tables.length} tables`
  return { problems: foreignWrites(sources, tables), note }
}

function checkWords(): Outcome {
  const sources = sourceFiles(root, ['ts', 'tsx', 'sql'])
    .filter((path) => !path.startsWith('scripts/check-word'))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
  return {
    problems: retiredNames(sources),
    note: `${Object.keys(retiredWords).length} retired words`,
  }
}

function checkTexts(): Outcome {
  const files = sourceFiles(root, ['ts', 'tsx', 'md'])
    .filter(isRead)
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
  const { problems, texts } = checkWording(files, exceptions)
  return { problems, note: `${texts} texts in ${files.length} files` }
}

function checkSizes(): Outcome {
  const written = sourceFiles(root, ['ts', 'tsx', 'css', 'sql']).filter(
    (path) => !generated.has(path),
  )
  const lines = written.map((path): [string, number] => [
    path,
    readFileSync(join(root, path), 'utf8').split('\n').length - 1,
  ])
  const { median, longest, files, problems } = sizesOf(new Map(lines))
  return { problems, note: `${files} files, median ${median} lines, longest ${longest}` }
}

function checkRequirements(): Outcome {
  const read = (path: string): string => readFileSync(join(root, path), 'utf8')
  return checkAsvs(read('docs/security/asvs.md'), asvsLevels, (path) =>
    existsSync(join(root, path)) ? read(path) : undefined,
  )
}

/** What the lock file installs without development. Optional are those for one kind of machine. */
function countPackages(): Outcome {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  }
  const ship = Object.entries(packages).flatMap(([path, about]) =>
    path.includes('node_modules/') && !about['link'] && !about['dev'] ? [about] : [],
  )
  const optional = ship.filter((about) => about['optional'] ?? about['devOptional']).length
  const note = `${ship.length - optional} in production, ${optional} more that are optional`
  return { problems: [], note }
}

const bin = (path: string): string => join(root, 'node_modules', path)

const steps: readonly Step[] = [
  { name: 'types', run: program(bin('typescript/bin/tsc'), '-p', '.', '--noEmit') },
  { name: 'types of web', run: program(bin('typescript/bin/tsc'), '-p', 'web', '--noEmit') },
  { name: 'lint', run: program(bin('oxlint/bin/oxlint'), '.') },
  { name: 'format', run: program(bin('@biomejs/biome/bin/biome'), 'format', '.') },
  { name: 'layers and cycles', run: checkLayers },
  { name: 'owners of tables', run: checkOwners },
  { name: 'words', run: checkWords },
  { name: 'wording', run: checkTexts },
  { name: 'schema.sql', run: program('scripts/schema.ts', '--check') },
  { name: 'docs/checks', run: program('scripts/check-page.ts', '--check') },
  { name: 'pages of features', run: program('scripts/feature-pages.ts', '--check') },
  { name: 'docs/operate/settings', run: program('scripts/settings-page.ts', '--check') },
  { name: 'sizes', run: checkSizes },
  { name: 'contract', run: program('scripts/contract.ts', '--check') },
  { name: 'web types', run: program('scripts/web-types.ts', '--check') },
  { name: 'ASVS', run: checkRequirements },
  { name: 'packages', run: countPackages },
  { name: 'tests of the tree', run: program('scripts/test.ts', '.tree.test.ts') },
]

let failed = 0
for (const { name, run } of steps) {
  process.stdout.write(`${name} …`)
  const started = performance.now()
  const { problems, note } = await run()
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(
    ` ${problems.length === 0 ? 'good' : 'FAILED'} (${seconds} s)${note ? `: ${note}` : ''}\n`,
  )
  for (const problem of problems) process.stdout.write(`  ${problem.replaceAll('\n', '\n  ')}\n`)
  if (problems.length > 0) failed += 1
}
process.stdout.write(
  failed === 0 ? 'Everything holds.\n' : `${failed} of ${steps.length} failed.\n`,
)
process.exitCode = failed === 0 ? 0 : 1
