/** What every store of files keeps to: a folder, and a store that speaks as S3 does. */
import { randomUUID } from 'node:crypto'
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { after, before, test } from 'node:test'
import { Problem } from '@plumbline/jsonapi'
import { readConfig } from '../../config.ts'
import { newId } from '../ids.ts'
import { FileMissing, type FileName, type Files, FileTooLarge } from './files.ts'
import { FolderFiles } from './folder.ts'
import { storeOf } from './index.ts'
import { S3Files } from './s3.ts'
import { FakeS3 } from '../aws/testing/fake-s3.ts'

/** Small, so that a few bytes are several parts. */
const pieceBytes = 1_000
const folder = mkdtempSync(join(tmpdir(), 'plumbline-files-'))
let store: FakeS3
before(async () => {
  store = await FakeS3.start()
})
after(async () => {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

const stores: Readonly<Record<string, () => Files>> = {
  'a folder': () => new FolderFiles(join(folder, 'files')),
  'an S3-compatible store': () => new S3Files(store.settings, pieceBytes),
}
const named = (part = 'upload'): FileName => ({ tenantId: newId(), id: newId(), part })
const bytesOf = (size: number): Buffer => Buffer.from(Array.from({ length: size }, (_, at) => at))
/** Content as it comes from a network: in chunks that are cut anywhere. */
async function* chunks(content: Buffer, size = 37): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size)
}
async function read(files: Files, name: FileName, from?: number): Promise<Buffer> {
  const found: Buffer[] = []
  for await (const chunk of files.open(name, from)) found.push(chunk)
  return Buffer.concat(found)
}

for (const [what, open] of Object.entries(stores)) {
  test(`${what} gives back what was put, from any position on`, async () => {
    const files = open()
    for (const size of [0, 1, 999, 1_000, 1_001, 4_321]) {
      const name = named()
      const content = bytesOf(size)
      assert.equal(await files.put(name, chunks(content)), size)
      for (const from of [0, 1, 999, 1_000, 3_000, size].filter((one) => one <= size))
        assert.deepEqual(await read(files, name, from), content.subarray(from), `${size} ${from}`)
    }
  })

  test(`${what} says what is missing`, async () => {
    const files = open()
    await assert.rejects(read(files, named()), FileMissing)
    await assert.rejects(read(files, named(), 5_000), FileMissing)
    await files.remove(named())
    assert.deepEqual(await files.list(newId()), [])
  })

  test(`${what} lists the files of one tenant and of all, and removes a part or what an id has`, async () => {
    const files = open()
    const upload = named()
    const sorted = { ...upload, part: 'sorted1' }
    const other = { ...upload, id: newId() }
    const foreign = named()
    for (const [at, name] of [upload, sorted, other, foreign].entries())
      await files.put(name, chunks(bytesOf(at + 1)))
    const found = await files.list(upload.tenantId)
    const facts = found.map(({ id, part, bytes }) => `${id} ${part} ${bytes}`)
    const expected = [`${upload.id} sorted1 2`, `${upload.id} upload 1`, `${other.id} upload 3`]
    assert.deepEqual(facts.toSorted(), expected.toSorted())
    assert.ok(found.every(({ changedMs }) => Math.abs(changedMs - Date.now()) < 60_000))
    assert.ok((await files.list()).some(({ tenantId }) => tenantId === foreign.tenantId))
    await files.remove(sorted)
    assert.equal((await files.list(upload.tenantId)).length, 2)
    const { tenantId, id } = upload
    await files.put(sorted, chunks(bytesOf(1)))
    await files.remove({ tenantId, id })
    assert.deepEqual(
      (await files.list(tenantId)).map((one) => one.id),
      [other.id],
    )
  })

  test(`${what} stores nothing of a file that is too large or breaks off`, async () => {
    const files = open()
    async function* broken(content: Buffer): AsyncGenerator<Buffer> {
      yield* chunks(content)
      throw new Error('The client left.')
    }
    for (const size of [10, 2_500]) {
      const [large, cut] = [named(), named()]
      await assert.rejects(files.put(large, chunks(bytesOf(size)), size - 1), FileTooLarge)
      await assert.rejects(files.put(cut, broken(bytesOf(size))), { message: 'The client left.' })
      for (const { tenantId } of [large, cut]) assert.deepEqual(await files.list(tenantId), [])
      assert.equal(await files.put(large, chunks(bytesOf(size)), size), size)
    }
    assert.equal(store.uploads.size, 0)
  })
}

test('a file of a folder is on the disk before it is taken: it, its folder and those above it are flushed', async () => {
  const root = join(folder, 'flushed')
  const flushed: string[] = []
  const content = bytesOf(100)
  const files = new FolderFiles(root, async (path) => {
    flushed.push(relative(root, path))
    if (flushed.length === 1) assert.deepEqual(readFileSync(path), content)
  })
  await files.put({ tenantId: 'tenant', id: 'id', part: 'upload' }, chunks(content))
  assert.deepEqual(flushed, [join('tenant', 'id', 'upload'), join('tenant', 'id'), 'tenant', ''])
})

test('nobody else on the machine may read a file of a folder', async () => {
  const root = join(folder, 'closed')
  const name = named()
  await new FolderFiles(root).put(name, chunks(bytesOf(1)))
  const path = join(root, name.tenantId, name.id, name.part)
  assert.equal(statSync(path).mode & 0o077, 0)
  assert.equal(statSync(join(root, name.tenantId)).mode & 0o077, 0)
})

test('a folder knows the free bytes of its disk; an object store does not', async () => {
  assert.ok((await new FolderFiles(join(folder, 'new')).freeBytes()) > 0)
  assert.equal(await new S3Files(store.settings).freeBytes(), null)
})

test('objects are asked for below the prefix, in path style', async () => {
  const name = named()
  const before = store.asked.length
  await new S3Files(store.settings).put(name, chunks(bytesOf(5)))
  const path = `/imports/plumbline/${name.tenantId}/${name.id}/upload`
  assert.deepEqual(store.asked.slice(before), [`PUT ${path}`])
})

test('a store that is busy for a moment is asked again, and one that stays away is a 503', async () => {
  const files = new S3Files(store.settings, pieceBytes)
  const name = named()
  store.failures.push(503, 500)
  assert.equal(await files.put(name, chunks(bytesOf(2_500))), 2_500)
  assert.deepEqual(await read(files, name), bytesOf(2_500))
  const away = new S3Files({ ...store.settings, endpoint: 'http://127.0.0.1:9' })
  await assert.rejects(
    away.put(named(), chunks(bytesOf(1))),
    (error) => error instanceof Problem && error.status === 503,
  )
})

test('an upload whose last answer was lost has ended all the same', async () => {
  const name = named()
  store.dropped = 'POST'
  const files = new S3Files(store.settings, pieceBytes)
  assert.equal(await files.put(name, chunks(bytesOf(2_500))), 2_500)
  assert.equal(store.dropped, undefined)
  assert.deepEqual(await read(files, name), bytesOf(2_500))
})

/** A 503 whose cause names the reason for the log. */
const isNowhere = (error: Error): boolean =>
  error instanceof Problem && error.status === 503 && /404 NoSuchBucket/.test(String(error.cause))

test('a bucket that is not there is a 503, not a file that was taken or is missing', async () => {
  const files = new S3Files({ ...store.settings, bucket: 'another' }, pieceBytes)
  for (const size of [10, 2_500])
    await assert.rejects(files.put(named(), chunks(bytesOf(size))), isNowhere)
  await assert.rejects(read(files, named()), isNowhere)
  await assert.rejects(files.link(named(), { seconds: 60, filename: 'a.zip' }), isNowhere)
})

test('the settings name the store; without them it is a folder below the data directory', () => {
  assert.deepEqual(storeOf(readConfig({ DATA_DIR: '/data' }), 'ingestions'), {
    folder: '/data/ingestions',
  })
  assert.deepEqual(storeOf(readConfig(store.environment), 'ingestions'), { s3: store.settings })
  const { prefix } = store.settings
  assert.deepEqual(storeOf(readConfig(store.environment), 'reports'), {
    s3: { ...store.settings, prefix: `${prefix}reports/` },
  })
  assert.throws(
    () => storeOf(readConfig({ ...store.environment, FILES_S3_ACCESS_KEY_ID: '' }), 'reports'),
    /^BadSetting: FILES_S3_URL requires FILES_S3_ACCESS_KEY_ID/,
  )
})

test('with a secret that is not the store’s own work waits, and the reason names neither key nor secret', async () => {
  const files = new S3Files({ ...store.settings, secretAccessKey: 'another' })
  await assert.rejects(files.put(named(), chunks(bytesOf(1))), (error: Error) => {
    const { message } = error.cause as Error
    assert.match(message, /403 SignatureDoesNotMatch/)
    assert.doesNotMatch(message + error.message, /another|AKIDTEST/)
    return true
  })
})

test('unfinished uploads of a killed process are aborted, those of now are not', async () => {
  const files = new S3Files(store.settings)
  const key = `plumbline/${randomUUID()}/${randomUUID()}/upload`
  const upload = { key, parts: new Map(), headers: {} }
  store.uploads.set('old', { ...upload, startedAt: new Date(Date.now() - 90_000_000) })
  store.uploads.set('now', { ...upload, startedAt: new Date() })
  store.uploads.set('foreign', { ...upload, key: 'other/a', startedAt: new Date(0) })
  store.uploads.set('another tool', { ...upload, key: 'plumbline/a/b/c', startedAt: new Date(0) })
  await files.removeUnfinished(Date.now() - 86_400_000)
  assert.deepEqual([...store.uploads.keys()], ['now', 'foreign', 'another tool'])
  store.uploads.clear()
})
