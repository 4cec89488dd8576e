/** The installed package on the oldest Node that it supports, on the present one and the newest, and on one too old. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { oldestNode, packageName } from './bundle.ts'
import { testedNode } from './inputs.ts'

const installed = join(process.env['PLUMBLINE_TEST_RELEASE'] ?? '', 'node_modules', packageName)
const folder = mkdtempSync(join(tmpdir(), 'plumbline-nodes-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const isLinux = process.platform === 'linux' && process.arch === 'x64'
const skip = !isLinux && 'The versions of Node are those for Linux on x64.'

/** Runs a command of the package on a version of Node that is not on the path. */
async function runOn(version: string, ...args: readonly string[]) {
  const { files } = await testedNode(version)
  const program = files.find(({ path }) => path === 'bin/node')?.content
  assert.ok(program)
  const node = join(folder, `node-${version}`)
  writeFileSync(node, program, { mode: 0o755 })
  const data = join(folder, version)
  return spawnSync(node, [join(installed, 'bin/plumbline.cjs'), ...args], {
    encoding: 'utf8',
    env: { PATH: '/usr/bin:/bin', HOME: data, DATA_DIR: join(data, 'data'), PORT: '0' },
  })
}

for (const version of [`${oldestNode}.0`, '24.21.0', '26.12.1'])
  test(`the package scans on Node ${version}`, { skip }, async () => {
    const { status, stdout, stderr } = await runOn(version, 'demo', '--only', 'okta', '--exit')
    assert.equal(stderr, '')
    assert.equal(status, 0)
    assert.match(stdout, /^Okta: assessed 28 of 29 checks/m)
  })

test('Node 20 ends with one sentence that names the needed version', { skip }, async () => {
  const { status, stdout, stderr } = await runOn('20.20.2', 'demo')
  assert.equal(status, 1)
  assert.equal(stdout, '')
  assert.equal(stderr, `Plumbline needs Node.js ${oldestNode} or newer; this is 20.20.2.\n`)
})
