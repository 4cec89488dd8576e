/** The npm package as a user gets it: `PLUMBLINE_TEST_RELEASE` is a folder in which it is installed. */
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { oldestNode, packageName } from './bundle.ts'

const folder = process.env['PLUMBLINE_TEST_RELEASE'] ?? ''
const installed = join(folder, 'node_modules', packageName)
const dataDir = mkdtempSync(join(tmpdir(), 'plumbline-package-'))
after(() => rmSync(dataDir, { recursive: true, force: true }))

/** Runs a command of the installed package in its folder, on the Node of this process. */
const npx = (...args: readonly string[]): Promise<{ stdout: string; stderr: string }> =>
  promisify(execFile)('npx', ['--no-install', 'plumbline', ...args], {
    cwd: folder,
    env: {
      PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
      HOME: dataDir,
      DATA_DIR: join(dataDir, 'data'),
      PORT: '0',
    },
  })

const files = readdirSync(installed, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => statSync(join(installed, path)).isFile())
  .toSorted()

/** Files of which there are many, or whose names depend on their content, are one line. */
const listed = [
  ...new Set(
    files.map((path) =>
      path
        .replace(/^lib\/chunk-[\w-]+\.js$/, 'lib/chunk-*.js')
        .replace(/^lib\/web\/dist\/assets\/.*\.(\w+)$/, 'lib/web/dist/assets/*.$1')
        .replace(/(\/(?:catalog|migrations|fonts|templates))\/[^/]+(\.\w+)$/, '$1/*$2'),
    ),
  ),
]

test('the package has the files that are listed in the repository', () => {
  const list = join(import.meta.dirname, 'package-files.txt')
  const text = `${listed.join('\n')}\n`
  if (process.env['PLUMBLINE_EXPECTED'] === 'write') writeFileSync(list, text)
  assert.equal(text, readFileSync(list, 'utf8'))
})

test('npx plumbline demo --exit ends with findings of all three accounts and what was denied', async () => {
  const { stdout, stderr } = await npx('demo', '--exit')
  assert.equal(stderr, '')
  assert.match(stdout, /^AWS 123456789012 +\d+ +\d+ /m)
  assert.match(stdout, /^GitHub larkspur +\d+ /m)
  assert.match(stdout, /^Okta: assessed 28 of 29 checks; 1 denied: okta\.logStreams\.read$/m)
  assert.doesNotMatch(stdout, /without the web app/)
})

test('an older Node ends with one sentence that names the needed version', () => {
  const older = join(dataDir, 'older.cjs')
  writeFileSync(older, "Object.defineProperty(process.versions, 'node', { value: '20.20.2' })\n")
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--require', older, join(installed, 'bin/plumbline.cjs'), '--help'],
    { encoding: 'utf8' },
  )
  assert.equal(status, 1)
  assert.equal(stdout, '')
  assert.equal(stderr, `Plumbline needs Node.js ${oldestNode} or newer; this is 20.20.2.\n`)
})

test('the package names its version, its licenses and everything that it contains', () => {
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  const bill = JSON.parse(readFileSync(join(installed, 'sbom.cdx.json'), 'utf8'))
  assert.equal(bill.metadata.component.version, manifest.version)
  const texts = readFileSync(join(installed, 'THIRD-PARTY-LICENSES.txt'), 'utf8')
  const names = (bill.components as { name: string; version: string }[]).map(
    ({ name, version }) => `${name} ${version}, `,
  )
  const fonts = ['noto-fonts ', '@fontsource-variable/atkinson-hyperlegible-next ']
  for (const name of ['fastify ', 'react ', '@electric-sql/pglite ', ...fonts])
    assert.ok(
      names.some((one) => one.startsWith(name)),
      name,
    )
  assert.deepEqual(
    names.filter((name) => !texts.includes(name)),
    [],
  )
})
