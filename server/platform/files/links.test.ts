/** Addresses from which a browser gets a stored file without the server in between. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Problem } from '@plumbline/jsonapi'
import { FakeS3 } from '../aws/testing/fake-s3.ts'
import { newId } from '../ids.ts'
import { FileMissing, type FileName, type Files } from './files.ts'
import { FolderFiles } from './folder.ts'
import { S3Files } from './s3.ts'

const folder = mkdtempSync(join(tmpdir(), 'plumbline-links-'))
let store: FakeS3
before(async () => {
  store = await FakeS3.start()
})
after(async () => {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

const how = { seconds: 300, filename: 'report.zip' }
const named = (): FileName => ({ tenantId: newId(), id: newId(), part: 'report' })
async function* content(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}

test('a link of an object store gives the file under its name, and none but this file', async () => {
  const files = new S3Files(store.settings)
  const name = named()
  await files.put(name, content('a report'))
  const link = await files.link(name, how)
  const answer = await fetch(link)
  assert.deepEqual([answer.status, await answer.text()], [200, 'a report'])
  assert.equal(answer.headers.get('content-disposition'), 'attachment; filename="report.zip"')
  const other = named()
  await files.put(other, content('another'))
  assert.equal((await fetch(link.replace(name.id, other.id))).status, 403)
  assert.equal((await fetch(link, { method: 'DELETE' })).status, 403)
  assert.equal(new URL(link).searchParams.get('X-Amz-Expires'), '300')
})

test('a link ends when its time is over', async () => {
  const files = new S3Files(store.settings)
  const name = named()
  await files.put(name, content('a report'))
  const link = await files.link(name, how)
  assert.equal((await fetch(link)).status, 200)
  store.now = () => Date.now() + how.seconds * 1_000
  try {
    assert.equal((await fetch(link)).status, 403)
  } finally {
    store.now = Date.now
  }
})

test('a store whose region is unset or wrong is no error: the download works', async () => {
  const { region, ...unset } = store.settings
  assert.equal(region, 'eu-central-1')
  for (const wrong of ['us-east-1', 'ap-south-1']) {
    const name = named()
    await new S3Files(store.settings).put(name, content('a report'))
    const link = await new S3Files({ ...unset, region: wrong }).link(name, how)
    assert.match(link, /%2Feu-central-1%2Fs3%2F/)
    assert.equal(await (await fetch(link)).text(), 'a report')
  }
})

test('a store that refuses the region and names no other is a 503 that says so to the operator', async () => {
  const name = named()
  await new S3Files(store.settings).put(name, content('a report'))
  store.tellsRegion = false
  const files = new S3Files({ ...store.settings, region: 'us-east-1' })
  await assert.rejects(files.link(name, how), (error) => {
    assert.ok(error instanceof Problem)
    assert.match(String(error.cause), /400 AuthorizationHeaderMalformed/)
    return error.status === 503
  })
  store.tellsRegion = true
})

test('a name of any language is told to browsers, and none of it is read as more than a name', async () => {
  const files = new S3Files(store.settings)
  const name = named()
  await files.put(name, content('x'))
  const link = await files.link(name, { ...how, filename: 'Prüfung "1"\r\nX: y.zip' })
  const said = (await fetch(link)).headers.get('content-disposition')
  assert.equal(
    said,
    'attachment; filename="Pr_fung _1___X_ y.zip"; filename*=UTF-8\'\'Pr%C3%BCfung%20%221%22%0D%0AX%3A%20y.zip',
  )
})

test('there is no link to a file that is not there, nor to a store that is away', async () => {
  await assert.rejects(new S3Files(store.settings).link(named(), how), FileMissing)
  const away = new S3Files({ ...store.settings, endpoint: 'http://127.0.0.1:9' })
  await assert.rejects(
    away.link(named(), how),
    (error) => error instanceof Problem && error.status === 503,
  )
})

test('a folder has no links: the server gives its files', async () => {
  const files: Files = new FolderFiles(folder)
  const name = named()
  await files.put(name, content('a report'))
  assert.equal(await files.link(name, how), null)
})
