import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type World, world } from '../../testing/index.ts'
import { record, send } from './testing/files.ts'

let w: World
before(async () => {
  w = await world({ settings: { WORKER: 'false' } })
})
after(async () => {
  await w.close()
  await w.test.close()
})

const paths = (): readonly string[] =>
  readdirSync(w.config.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

const names = [
  '../../../../escaped.json',
  '..\\..\\escaped.json',
  '/tmp/plumbline-escaped.json',
  'C:\\escaped.json',
  '..',
  '.',
  'a\u0000b.json',
  '$(touch escaped).json',
  `${'x'.repeat(5_000)}.json`,
]

test('the name of an uploaded file does not affect where it is stored', async () => {
  const before = new Set(paths())
  for (const [index, name] of names.entries()) {
    const sent = await send(w.acme, [record({ uid: `of file ${index}` })], { name })
    assert.equal(sent.status, 202, `${name}: ${sent.text}`)
  }
  const made = paths().filter((path) => !before.has(path))
  assert.equal(made.length, names.length)
  const inside = join(w.config.dataDir, 'ingestions', w.acme.tenantId)
  for (const path of made) {
    assert.ok(path.startsWith(inside), path)
    assert.match(path.slice(inside.length), /^\/[0-9a-f-]{36}\/upload$/)
  }
  assert.ok(!existsSync('/tmp/plumbline-escaped.json'))
})
