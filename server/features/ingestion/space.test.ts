/** What a file takes of the disk and of the main thread while it is looked at and read. */
import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { Problem } from '@plumbline/jsonapi'
import { readLimits } from '@plumbline/scanner/formats'
import { openFiles } from '../../platform/files/index.ts'
import { newId } from '../../platform/ids.ts'
import { world } from '../../testing/index.ts'
import { inspect } from './inspect.ts'
import { readFile } from './reader.ts'
import { record, send, ended } from './testing/files.ts'
import { UploadSpace } from './upload-space.ts'

const folder = mkdtempSync(join(tmpdir(), 'plumbline-space-'))
after(() => rmSync(folder, { recursive: true, force: true }))

test('a file is not read onto a disk that is nearly full, and nothing of it is left there', async () => {
  const store = { folder: join(folder, 'files') }
  const files = openFiles(store)
  const file = { tenantId: newId(), id: newId(), part: 'upload' }
  const sorted = { ...file, part: 'sorted' }
  const accounts = { ...file, part: 'accounts' }
  await files.put(file, Readable.from([Buffer.from(JSON.stringify([record({ uid: 'a' })]))]))
  const reader = { accept: async () => null, progress: () => {} }
  const { signal } = new AbortController()
  const scratch = join(folder, 'scratch')
  const input = { store, file, sorted, accounts, scratch, limits: readLimits }
  const full = { ...input, freeBytes: 2 ** 60 }
  await rejects(readFile(full, reader, signal), { status: 507, code: 'no_space' })
  const parts = async (): Promise<string[]> =>
    (await files.list(file.tenantId)).map(({ part }) => part).toSorted()
  deepEqual(await parts(), ['upload'])
  equal((await readFile({ ...input, freeBytes: 0 }, reader, signal)).total, 1)
  deepEqual(await parts(), ['accounts', 'sorted', 'upload'])
})

test('a file of undeclared length holds 64 MiB of the disk ahead, more as it arrives, and none once it has ended', async () => {
  const mib = 2 ** 20
  let freeBytes = 1_000 * mib
  const store = openFiles({ folder: join(folder, 'arriving') })
  const files = Object.assign(store, { freeBytes: async () => freeBytes })
  const space = new UploadSpace(files, { tenantBytes: 2 ** 40, freeBytes: 0 })
  const tooLarge = new Problem(413, 'too_large', '')
  const reserve = (tenant: string, bytes: number, isExact: boolean) =>
    space.reserve(tenant, newId(), { bytes, isExact, tooLarge })
  const fits = async (bytes: number): Promise<boolean> => {
    try {
      ;(await reserve('of another', bytes, true)).release()
      return true
    } catch (error) {
      equal((error as Problem).code, 'no_space')
      return false
    }
  }
  const arriving = await reserve('of one', 2 ** 30, false)
  deepEqual([await fits(936 * mib), await fits(937 * mib)], [true, false])
  for (let arrived = 0; arrived < 600; arrived += 1) {
    await arriving.arrived(mib)
    freeBytes -= mib
  }
  // 400 MiB are free, of which it reserves the rest of its tenth step: 40 MiB.
  deepEqual([await fits(360 * mib), await fits(361 * mib)], [true, false])
  const declared = await reserve('of another', 330 * mib, true)
  await declared.arrived(330 * mib)
  freeBytes -= 330 * mib
  const rest = async (): Promise<void> => {
    for (let more = 0; more < 100; more += 1) {
      await arriving.arrived(mib)
      freeBytes -= mib
    }
  }
  await rejects(rest(), { code: 'no_space' })
  arriving.release()
  declared.release()
  equal(await fits(freeBytes), true)
})

test('a file waits while what its tenant has read and not recorded takes more than it may', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plumbline-space-'))
  const settings = { DATA_DIR: dataDir, INGESTION_TENANT_BYTES: '1000000' }
  const resting = await world({ settings: { ...settings, WORKER: 'false' } })
  const user = await resting.user()
  const { id } = (await send(user, JSON.stringify([record({ uid: 'a' })]))).item
  const other = join(dataDir, 'ingestions', user.tenantId, newId())
  mkdirSync(other, { recursive: true })
  writeFileSync(join(other, 'sorted1'), Buffer.alloc(2_000_000))
  const working = await world({ settings, test: resting.test })
  try {
    const waits = (): boolean => working.logged.some(({ event }) => event === 'task requeued')
    for (let n = 0; n < 1_000 && !waits(); n += 1) await sleep(20)
    ok(waits())
    rmSync(other, { recursive: true })
    equal((await ended(user, id)).text('status'), 'completed')
  } finally {
    await working.close()
    await resting.close()
    await resting.test.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

test('no more than the first MiB of a file is looked at before it is taken', async () => {
  const large = `{"of":"${'x'.repeat(2 ** 20)}"}\n`.repeat(3)
  for (const content of [Buffer.from(large), gzipSync(large)])
    equal(await inspect([content], readLimits), undefined)
  const small = Buffer.from('{"a":1}\n'.repeat(3))
  await rejects(inspect([small], readLimits), { code: 'not_ocsf' })
})
