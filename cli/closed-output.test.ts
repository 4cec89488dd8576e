/** Commands whose output is closed before they have written it, as `head` does. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { processFlags } from '@plumbline/server/testing'
import { main } from './testing/program.ts'

const folder = mkdtempSync(join(tmpdir(), 'plumbline-output-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** A recorded scan without units. */
const recorded = join(folder, 'recorded.ndjson')
writeFileSync(
  recorded,
  `${JSON.stringify({
    kind: 'inventory',
    version: 1,
    provider: 'aws',
    account: '123456789012',
    partition: 'aws',
    home: 'us-east-1',
    regions: ['us-east-1'],
    gaps: [],
    now: 0,
    units: [],
    config: {},
  })}\n`,
)

/** The exit code and the other output of a command after one of its outputs was closed. */
function withClosed(closed: 'stdout' | 'stderr', ...args: string[]) {
  const child = spawn(process.execPath, [...processFlags, main, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DATABASE_URL: '', DATA_DIR: join(folder, 'data') },
  })
  let text = ''
  child[closed].destroy()
  child[closed === 'stdout' ? 'stderr' : 'stdout'].on('data', (part) => (text += part))
  return new Promise<{ status: number | null; text: string }>((resolve) =>
    child.once('close', (status) => resolve({ status, text })),
  )
}

const printing: readonly (readonly string[])[] = [
  ['help'],
  ['serve', '--help'],
  ['config', 'show'],
  ['frameworks'],
  ['judge', recorded],
  ['judge', recorded, '--output', 'ocsf'],
]
for (const args of printing) {
  test(`${args.join(' ').replace(recorded, '<file>')} ends quietly if its output is closed`, async () => {
    const { status, text } = await withClosed('stdout', ...args)
    assert.doesNotMatch(text, /EPIPE|^\s+at /m)
    assert.equal(status, 141, text)
  })
}

test('a command that changes something continues without its output, to its own exit code', async () => {
  const dump = join(folder, 'no-dump')
  writeFileSync(dump, 'not a dump')
  const { status, text } = await withClosed('stdout', 'restore', dump)
  assert.match(text, /dump/)
  assert.doesNotMatch(text, /EPIPE|^\s+at /m)
  assert.equal(status, 1)
})

test('a command without a reader of its messages keeps its exit code and its result', async () => {
  const unknown = await withClosed('stderr', 'no-such-command')
  assert.equal(unknown.status, 2)
  const judged = await withClosed('stderr', 'judge', recorded, '--output', 'ocsf')
  assert.deepEqual(JSON.parse(judged.text), [])
  assert.equal(judged.status, 0)
})
