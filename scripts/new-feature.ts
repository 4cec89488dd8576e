/**
 * `npm run new-feature <name>` begins a feature: folder, resource, routes, table, test. It serves at once, with
 * permissions and tenant isolation; its content is still to be written.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { featureFiles, featureName } from './feature-files.ts'

const root = join(import.meta.dirname, '..')
const at = (path: string): string => join(root, path)

function leave(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

const [given = '', ...more] = process.argv.slice(2)
const feature = featureName(given)
if (!feature || more.length > 0)
  leave('Say what, as a plural in lower case: npm run new-feature team-notes.')
const { plural, table } = feature
const folder = `server/features/${plural}`
if (existsSync(at(folder))) leave(`${folder} is there already.`)
const migrations = readdirSync(at('server/platform/db/migrations')).toSorted()
if (migrations.some((name) => name.slice(5) === `${table}.sql`))
  leave(`There is a migration for ${table} already.`)

const files = featureFiles(feature, migrations.at(-1) ?? '0000')
const list = 'server/features/index.ts'
const listed = readFileSync(at(list), 'utf8')
// At the top of the list, where it may import all others.
const first = /^ {2}import\(/m
if (!first.test(listed)) leave(`${list} has no list of features.`)
const line = `  import('./${plural}/index.ts'),\n`
for (const [path, text] of [...files, [list, listed.replace(first, `${line}$&`)] as const]) {
  mkdirSync(dirname(at(path)), { recursive: true })
  writeFileSync(at(path), text)
}
const run = (...args: readonly string[]): void =>
  void execFileSync(process.execPath, [...process.execArgv, ...args], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
const source = [...files.keys()].filter((path) => path.endsWith('.ts'))
run(at('node_modules/@biomejs/biome/bin/biome'), 'format', '--write', ...source)
for (const script of ['contract', 'schema', 'web-types', 'feature-pages'])
  run(at(`scripts/${script}.ts`))

process.stdout.write(`Created ${plural}, and listed it in ${list}:
${[...files.keys()].map((path) => `  ${path}`).join('\n')}
The contract, the schema, the types of the web app and the lists of features are up to date.
It works as it stands: npm test ${plural}
Next:
  1. resource.ts: its fields and filters in place of the name alone, then the same in the migration and in store.ts
  2. routes.ts: which permission writes (manage_account so far), and what each sentence says
  3. ${plural}.test.ts: a sentence about the product for each rule
  4. npm run contract, npm run schema, npm run web:types, npm test ${plural}, npm test testing/api-properties, npm run check
  5. a line in changelog.d/, named <number>-${plural}.added.md: "You can now …"
`)
