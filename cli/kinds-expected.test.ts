/** For every kind of account: a scan from the command line prints the expected findings. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import {
  expectedFindings,
  findingLine,
  kindsUnderTest,
  type Shown,
} from '@plumbline/scanner/testing/kinds'
import { processFlags } from '@plumbline/server/testing'
import { kinds } from './kinds.ts'
import { main } from './testing/program.ts'

const run = promisify(execFile)

test('every kind of the command line is tried', () => {
  assert.deepEqual(
    kindsUnderTest.map(({ provider }) => provider.type).toSorted(),
    Object.keys(kinds).toSorted(),
  )
})

for (const kind of kindsUnderTest) {
  const { type } = kind.provider
  test(`plumbline scan ${type} prints the expected findings of the small fixture`, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'plumbline-kinds-'))
    t.after(() => rmSync(folder, { recursive: true, force: true }))
    const fixture = await kind.startSmall()
    t.after(() => fixture.close())
    const { args, environment } = fixture.command(folder)
    const command = ['scan', type, ...args, '--output', 'json', '--fail-on', 'never']
    const env = { ...process.env, HOME: folder, ...environment }
    const { stdout } = await run(process.execPath, [...processFlags, main, ...command], {
      env,
      maxBuffer: 1e8,
    })
    const findings = stdout.split('\n').filter(Boolean)
    const lines = findings.map((line) => findingLine(JSON.parse(line) as Shown)).toSorted()
    assert.deepEqual(lines, expectedFindings(type))
  })
}
