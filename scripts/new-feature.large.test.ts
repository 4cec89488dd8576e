/** The second walk of CONTRIBUTING.md: its steps, taken in a copy of the working tree. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { featureFiles, featureName } from './feature-files.ts'

const root = join(import.meta.dirname, '..')
const isLong = process.env['PLUMBLINE_TEST_LONG'] === '1'
const name = 'team-notes'

/** The working tree, with its packages and with separate workspaces. */
function copyOfTree(context: TestContext): string {
  const copy = mkdtempSync(join(tmpdir(), 'plumbline-tree-'))
  context.after(() => rmSync(copy, { recursive: true, force: true }))
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const paths = execFileSync('git', listed, { cwd: root, maxBuffer: 2 ** 26 })
    .toString()
    .split('\0')
  for (const path of paths) {
    if (path === '' || !existsSync(join(root, path))) continue // deleted and not yet committed
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    cpSync(join(root, path), join(copy, path))
  }
  const modules = join(copy, 'node_modules')
  mkdirSync(join(modules, '@plumbline'), { recursive: true })
  for (const entry of readdirSync(join(root, 'node_modules'))) {
    if (entry === '@plumbline' || entry === '.cache') continue
    symlinkSync(join(root, 'node_modules', entry), join(modules, entry))
  }
  for (const entry of readdirSync(join(root, 'node_modules', '@plumbline')))
    symlinkSync(join(copy, entry), join(modules, '@plumbline', entry))
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: copy })
  git('init', '--quiet')
  git('add', '--all')
  git('-c', 'user.name=test', '-c', 'user.email=test@example.com', 'commit', '--quiet', '-m', 'all')
  return copy
}

/** One of our scripts in the copy, as `npm run` starts it; its status has to be 0. */
function run(copy: string, ...args: readonly string[]): string {
  const { NODE_TEST_CONTEXT: _ours, PLUMBLINE_TEST_LONG: _long, ...environment } = process.env
  const options = { cwd: copy, env: environment, maxBuffer: 2 ** 26, encoding: 'utf8' } as const
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...process.execArgv, ...args],
    options,
  )
  assert.equal(status, 0, `${args.join(' ')}\n${stdout}\n${stderr}`)
  return stdout
}

/** What `npm run new-feature` writes from the code, whole or in part. */
const generated = [
  'ARCHITECTURE.md',
  'contract/openapi.json',
  'docs/security/fields.md',
  'docs/security/keys-and-data.md',
  'server/platform/db/schema.sql',
  'web/api/types.ts',
]

/** Lines that were added to and removed from files that are not generated. */
const editedByHand = (copy: string): readonly string[] =>
  execFileSync('git', ['diff', '--numstat'], { cwd: copy, encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '' && !generated.some((path) => line.endsWith(`\t${path}`)))

/** The commands of the walk, in the order of the page, each once. */
function steps(): readonly string[] {
  const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
  const walk = page.split('\n## ').find((part) => part.startsWith('A first endpoint')) ?? ''
  return [...new Set([...walk.matchAll(/`(npm (?:test|run)[^`]*)`/g)].map(([, step = '']) => step))]
}

/** `npm run check` as what it starts: a script of ours and its arguments. */
function startedBy(step: string): readonly string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Readonly<Record<string, string>>
  }
  const [, script = '', rest = ''] = /^npm (?:run )?(\S+)(?: (.*))?$/.exec(step) ?? []
  const [file = ''] = scripts[script]?.split(' ').slice(2) ?? []
  return [file, ...rest.split(' ').filter((word) => word !== '')]
}

/** The other steps take minutes: `npm run test:all` runs them too. */
const isQuick = (step: string): boolean => !/testing\/api-properties|run check/.test(step)

test('the steps to a first endpoint work as CONTRIBUTING.md has them', (context) => {
  const copy = copyOfTree(context)
  const taken = steps().filter((step) => isLong || isQuick(step))
  assert.equal(taken[0], `npm run new-feature ${name}`)
  assert.ok(taken.includes(`npm test ${name}`) && taken.includes('npm run contract'))
  const said = taken.map((step) => run(copy, ...startedBy(step)))
  assert.match(said[0] ?? '', /^Created team-notes, and listed it in [^]*^Next:$/m)
  assert.deepEqual(editedByHand(copy), ['1\t0\tserver/features/index.ts'])
  for (const script of ['contract', 'schema', 'web-types', 'feature-pages'])
    run(copy, `scripts/${script}.ts`, '--check')
  const again = spawnSync(process.execPath, ['scripts/new-feature.ts', name], { cwd: copy })
  assert.match(again.stderr.toString(), /^server\/features\/team-notes is there already\.$/m)
  if (isLong) run(copy, 'scripts/test.ts', 'server/platform/tenancy', 'server/platform/db')
})

test('what is no plural in lower case names no feature', () => {
  for (const wrong of ['', 'view', 'Views', 'team_notes', '../views', '-views', 'views-', 'v1s'])
    assert.equal(featureName(wrong), undefined, wrong)
  assert.equal(featureName('team-notes')?.type, 'TeamNote')
  assert.equal(featureName('policies')?.one, 'policy')
  assert.equal(featureName('access')?.one, 'access')
})

test('its migration has the next number, row-level security and the grants of the product', () => {
  const feature = featureName(name)
  assert.ok(feature)
  const files = featureFiles(feature, '0096_something.sql')
  const migration = files.get('server/platform/db/migrations/0097_team_notes.sql') ?? ''
  assert.match(migration, /^call guard_tenant\('team_notes'\);$/m)
  assert.match(migration, /^grant select, insert, update, delete on team_notes to plumbline_app;$/m)
})
