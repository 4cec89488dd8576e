/**
 * `npm run new-check <provider> <service> <id>` copies the newest plain check of the service under
 * a new id, with its test, and lists it. `--like <id>` names the example.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { copiedCheck, listedIn } from './copy-check.ts'

const root = join(import.meta.dirname, '..')

function leave(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { like: { type: 'string' } },
})
const [provider = '', service = '', id = '', ...more] = positionals
if (!id || more.length > 0) {
  leave('Say which: npm run new-check aws s3 s3_bucket_something [--like s3_bucket_other].')
}

const providerFolder = `scanner/providers/${provider}`
const folder = `${providerFolder}/${service}`
const at = (path: string): string => join(root, path)
const read = (path: string): string => readFileSync(at(path), 'utf8')

if (!/^[a-z0-9]+$/.test(provider) || !existsSync(at(providerFolder))) {
  leave(`There is no provider ${provider}: scanner/providers/ has one folder for each.`)
}
if (!/^[a-z0-9]+$/.test(service) || !existsSync(at(`${folder}/index.ts`))) {
  leave(`${provider} has no service ${service}: ${folder}/index.ts is where one begins.`)
}
if (!/^[a-z0-9_]+$/.test(id) || !id.startsWith(`${service}_`)) {
  leave(`A check of ${service} has an id of lower-case words: ${service}_…, not ${id}.`)
}
if (existsSync(at(`${folder}/${id}.ts`))) leave(`${folder}/${id}.ts is there already.`)

const catalog = JSON.parse(read(`${providerFolder}/catalog.json`)) as {
  id: string
  service: string
}[]
const facts = catalog.find((one) => one.id === id)
if (!facts) {
  leave(
    `${providerFolder}/catalog.json does not know ${id}. Its severity and categories go there first.`,
  )
}
if (facts.service !== service) leave(`${id} belongs to ${facts.service}, not to ${service}.`)

/** A check in its own file, with fixtures beside it. */
const isPlain = (name: string): boolean =>
  existsSync(at(`${folder}/${name}.ts`)) &&
  existsSync(at(`${folder}/${name}.test.ts`)) &&
  read(`${folder}/${name}.ts`).includes('export default check({')

/** The ids of the service, the one committed last first. */
function newestFirst(): string[] {
  const log = ['log', '--diff-filter=A', '--name-only', '--format=', '--', folder]
  return execFileSync('git', log, { cwd: root })
    .toString()
    .split('\n')
    .filter((path) => path.startsWith(`${folder}/${service}_`) && !path.endsWith('.test.ts'))
    .map((path) => path.slice(folder.length + 1, -'.ts'.length))
}

const example = values.like ?? newestFirst().find(isPlain)
if (!example || !isPlain(example)) {
  leave(
    values.like
      ? `${values.like} is no plain check of ${service} with a test beside it.`
      : `${service} has no check to begin from. Copy one of another service with its worlds.`,
  )
}

const written = [`${folder}/${id}.ts`, `${folder}/${id}.test.ts`]
writeFileSync(at(`${folder}/${id}.ts`), copiedCheck(read(`${folder}/${example}.ts`), example, id))
writeFileSync(
  at(`${folder}/${id}.test.ts`),
  read(`${folder}/${example}.test.ts`).replaceAll(example, id),
)
writeFileSync(at(`${folder}/index.ts`), listedIn(read(`${folder}/index.ts`), service, id))
execFileSync(
  process.execPath,
  [
    at('node_modules/@biomejs/biome/bin/biome'),
    'format',
    '--write',
    ...written,
    `${folder}/index.ts`,
  ],
  { cwd: root, stdio: 'ignore' },
)

process.stdout.write(`Copied ${example}, and listed it in ${folder}/index.ts:
  ${written[0]}
    title, risk, fix and source are empty: say them in your own words
    over, needs and judge are the example's: make them the new question
  ${written[1]}
    worlds that pass, that fail, and one for each need that could not be read
Then: npm test ${service}
`)
