import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { below, file, filesIn, folder, link, tar, untar, zipped } from './tree.ts'

const source = mkdtempSync(join(tmpdir(), 'plumbline-tree-'))
after(() => rmSync(source, { recursive: true, force: true }))
mkdirSync(join(source, 'bin'))
const long = `${'long-name-'.repeat(14)}.txt`
for (const [name, mode] of [
  ['bin/run', 0o777],
  [long, 0o666],
  ['left-out.map', 0o600],
] as const) {
  writeFileSync(join(source, name), name)
  chmodSync(join(source, name), mode)
}

test('an archive has folders before their files, no writable files, and long names', async () => {
  const kept = filesIn(source, (path) => !path.endsWith('.map'))
  const entries = [...below('opt/plumbline', kept), link('bin', 'usr/bin'), folder('tmp', 0o1777)]
  const found = await untar(await tar(entries, new Date(0)))
  assert.deepEqual(
    found.map(({ path, mode, owner, link: to, content }) => [
      path,
      mode.toString(8),
      owner,
      to ?? (content && Buffer.from(content).toString()),
    ]),
    [
      ['bin', '777', 0, 'usr/bin'],
      ['opt', '755', 0, undefined],
      ['opt/plumbline', '755', 0, undefined],
      ['opt/plumbline/bin', '755', 0, undefined],
      ['opt/plumbline/bin/run', '755', 0, 'bin/run'],
      [`opt/plumbline/${long}`, '644', 0, long],
      ['tmp', '1777', 0, undefined],
    ],
  )
})

test('the same files give the same bytes, in any order and with any times', async () => {
  const [a, b] = [file('a', 'one'), file('b', 'two', 0o755)]
  const once = zipped(await tar([a, b], new Date(5_000)))
  utimesSync(join(source, long), 1, 1)
  assert.ok(once.equals(zipped(await tar([b, a], new Date(5_000)))))
  assert.ok(!once.equals(zipped(await tar([b, a], new Date(6_000)))))
  assert.equal((await untar(gunzipSync(once))).length, 2)
})

test('a path that comes twice is refused', async () => {
  await assert.rejects(tar([file('a', '1'), file('a', '2')], new Date(0)), /a is twice/)
})
