/** What a file takes of the disk and of the main thread while it is looked at and read. */
import { equal, ok, rejects } from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { readLimits } from '@plumbline/scanner/formats'
import { newId } from '../../platform/ids.ts'
import { world } from '../../testing/index.ts'
import { inspect } from './inspect.ts'
import { readFile } from './read-file.ts'
import { record, send, settled } from './testing/files.ts'

const folder = mkdtempSync(join(tmpdir(), 'plumbline-room-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const written = (name: string, content: string | Uint8Array): string => {
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}

test('a file is not read onto a disk that is nearly full, and nothing of it is left there', async () => {
  const file = written('good.json', JSON.stringify([record({ uid: 'a' })]))
  const staged = join(folder, 'staged')
  const reader = { accept: async () => null, read: () => {} }
  const { signal } = new AbortController()
  const input = { file, folder: staged, limits: readLimits }
  const read = await readFile({ ...input, freeBytes: 2 ** 60 }, reader, signal)
  equal('fault' in read && read.fault.code, 'no_space')
  ok(!existsSync(staged))
  ok('summary' in (await readFile({ ...input, freeBytes: 0 }, reader, signal)))
})

test('a file waits while what its tenant has read and not recorded takes more than it may', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plumbline-room-'))
  const settings = { DATA_DIR: dataDir, INGESTION_TENANT_BYTES: '1000000' }
  const resting = await world({ settings: { ...settings, WORKER: 'false' } })
  const user = await resting.user()
  const { id } = (await send(user, JSON.stringify([record({ uid: 'a' })]))).item
  const other = join(dataDir, 'ingestions', user.tenantId, newId())
  mkdirSync(join(other, 'staged'), { recursive: true })
  writeFileSync(join(other, 'staged', 'lines'), Buffer.alloc(2_000_000))
  const working = await world({ settings, test: resting.test })
  try {
    const waits = (): boolean => working.logged.some(({ event }) => event === 'file waits for room')
    for (let n = 0; n < 1_000 && !waits(); n += 1) await sleep(20)
    ok(waits())
    rmSync(other, { recursive: true })
    equal((await settled(user, id)).text('status'), 'completed')
  } finally {
    await working.close()
    await resting.close()
    await resting.test.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

test('no more than the first MiB of a file is looked at before it is taken', async () => {
  const large = `{"of":"${'x'.repeat(2 ** 20)}"}\n`.repeat(3)
  for (const [name, content] of [['plain', large] as const, ['packed', gzipSync(large)] as const])
    equal(await inspect(written(name, content), readLimits), undefined)
  const small = '{"a":1}\n'.repeat(3)
  await rejects(inspect(written('small', small), readLimits), { code: 'not_ocsf' })
})
