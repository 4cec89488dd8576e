/**
 * How reports are built and their files deleted: work that is killed, done twice or cancelled, and scans that are
 * deleted.
 */
import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { aws, describeChecks } from '@plumbline/scanner'
import { type Files, openFiles, StoreFull } from '../../platform/files/index.ts'
import { newId } from '../../platform/ids.ts'
import { silent } from '../../platform/log.ts'
import type { Running } from '../../platform/tasks/index.ts'
import { type Client, type World, world } from '../../testing/index.ts'
import { reportSweep } from './sweep.ts'
import { buildReport } from './tasks.ts'
import { fetched, fetchedWhenBuilt } from './testing/fetched.ts'
import { unzip } from './testing/unzip.ts'

const checks = new Map((await describeChecks(aws)).map((check) => [check.id, check]))
const folder = mkdtempSync(join(tmpdir(), 'plumbline-reports-'))
let w: World
let acme: Client
let provider = ''
let scan = ''
before(async () => {
  w = await world({ reportsAfterScans: true })
  acme = w.acme
  provider = await acme.provider()
  await acme.scanOnly(provider, 's3', 'iam')
  scan = await acme.scan(provider)
  await fetchedWhenBuilt(acme, `/scans/${scan}/report`)
})
after(async () => {
  await w.close()
  await w.test.close()
  rmSync(folder, { recursive: true, force: true })
})

const filesOf = (name: string): Files => openFiles({ folder: join(folder, name) })
const running = (signal = new AbortController().signal): Running => ({
  tenantId: acme.tenantId,
  name: 'scan-report',
  taskId: newId(),
  fence: 1,
  inTenant: (work) => w.test.database.inTenant(acme.tenantId, work),
  hold: async () => {},
  releasePlace: () => () => {},
  countStored() {},
  progressed: async () => {},
  signal,
  log: silent,
})
const build = (files: Files, given = running()) =>
  buildReport
    .with({ reporting: { files, checks, version: '0.1.0', rows: 50 } })
    .run({ scan_id: scan }, given)
const fileId = async (): Promise<string> => {
  const [row] = await w.test.administer(
    `select file_id from scan_reports where scan_id = '${scan}'`,
  )
  return (row as { file_id: string }).file_id
}
const contentOf = async (files: Files): Promise<Buffer> => {
  const pieces: Buffer[] = []
  for await (const piece of files.open({
    tenantId: acme.tenantId,
    id: await fileId(),
    part: 'zip',
  }))
    pieces.push(piece)
  return Buffer.concat(pieces)
}

test('a report that is built again is the same, and the scan has the later file', async () => {
  const files = filesOf('again')
  const kept = await fileId()
  const result = await build(files)
  const first = await contentOf(files)
  deepEqual(result, { scan_id: scan, bytes: first.length })
  const firstId = await fileId()
  await build(files)
  const second = await contentOf(files)
  ok(new Set([kept, firstId, await fileId()]).size === 3)
  // The time at which it is read may change what is written of a finding; nothing did.
  const found = unzip(second)
  for (const [path, content] of unzip(first)) ok(found.get(path)?.equals(content), path)
  await w.test.administer(`update scan_reports set file_id = '${kept}' where scan_id = '${scan}'`)
})

test('work that breaks off leaves no file, and the scan what it had', async () => {
  const files = filesOf('broken')
  const kept = await fileId()
  const leaving = new AbortController()
  let read = 0
  const given = running(leaving.signal)
  const broken: Running = {
    ...given,
    inTenant: (work) => {
      read += 1
      if (read === 4) leaving.abort(new Error('The process leaves.'))
      return given.inTenant(work)
    },
  }
  await rejects(build(files, broken), { message: 'The process leaves.' })
  deepEqual(await files.list(acme.tenantId), [])
  equal(await fileId(), kept)
})

test('a store without room fails the report with a sentence, and is not asked again and again', async () => {
  const files = filesOf('full')
  const full: Files = Object.assign(Object.create(files) as Files, {
    put: async () => {
      throw new StoreFull('The disk is full.')
    },
  })
  await rejects(build(full), { status: 507, code: 'no_space' })
})

test('files that no scan has any more go after an hour, and those of scans stay', async () => {
  const files = filesOf('swept')
  const { tenantId } = acme
  const orphan = { tenantId, id: newId(), part: 'zip' }
  const kept = { tenantId, id: newId(), part: 'zip' }
  const content = async function* (): AsyncGenerator<Buffer> {
    yield Buffer.from('x')
  }
  for (const one of [orphan, kept]) await files.put(one, content())
  const before = await fileId()
  await w.test.administer(
    `update scan_reports set file_id = '${kept.id}' where scan_id = '${scan}'`,
  )
  let nowMs = Date.now()
  const sweep = reportSweep(files)({ database: w.test.database, log: silent, now: () => nowMs })
  const left = async (): Promise<readonly string[]> =>
    (await files.list(tenantId)).map(({ id }) => id).toSorted()
  await sweep()
  deepEqual(await left(), [orphan.id, kept.id].toSorted())
  nowMs += 3_700_000
  await sweep()
  deepEqual(await left(), [kept.id])
  await w.test.administer(`update scan_reports set file_id = '${before}' where scan_id = '${scan}'`)
  nowMs += 3_700_000
  await sweep()
  deepEqual(await left(), [])
})

test('a report that is cancelled stays cancelled, and there is nothing to download', async () => {
  const owner = await w.user()
  const own = await owner.provider()
  await owner.scanOnly(own, 's3', 'iam')
  const id = await owner.scan(own)
  await fetchedWhenBuilt(owner, `/scans/${id}/report`)
  const [task] = (await owner.get('/tasks?filter[name]=scan-report')).items
  await w.test.administer(`
    update scan_reports set file_id = null where scan_id = '${id}';
    update tasks set state = 'executing', lease_until = now() + interval '1 hour' where id = '${task?.id}'`)
  equal((await owner.ask('DELETE', `/tasks/${task?.id}`)).status, 202)
  const { status, answer } = await fetchedWhenBuilt(owner, `/scans/${id}/report`)
  equal(status, 404)
  match(answer.fault.detail, /its task was canceled/)
  const again = await owner.ask('POST', `/scans/${id}/report`)
  equal(again.status, 202)
  equal((await owner.finished(again.item.id)).at('state'), 'completed')
  equal((await fetched(owner, `/scans/${id}/report`)).status, 200)
})

test('a report is built once at a time, for those who may scan, and of scans that have one', async () => {
  const path = `/scans/${scan}/report`
  const [first, second] = [await acme.ask('POST', path), await acme.ask('POST', path)]
  deepEqual([first.status, second.status], [202, 202])
  equal(second.item.id, first.item.id)
  equal((await fetched(acme, path)).status, 200, 'what was built before stays until then')
  await acme.finished(first.item.id)
  const [resource] = (await acme.get('/resources')).items
  const partial = await acme.scan(provider, { resource_uids: [resource?.text('uid')] })
  const refused = await acme.ask('POST', `/scans/${partial}/report`)
  deepEqual([refused.status, refused.fault.detail], [409, 'A partial scan has no report.'])
  equal((await (await w.user()).ask('POST', path)).status, 404)
})

test('a provider takes the reports of its scans along', async () => {
  const owner = await w.user()
  const own = await owner.provider()
  await owner.scanOnly(own, 's3', 'iam')
  const id = await owner.scan(own)
  await fetchedWhenBuilt(owner, `/scans/${id}/report`)
  const rows = (): Promise<unknown[]> =>
    w.test.administer(`select from scan_reports where scan_id = '${id}'`)
  equal((await rows()).length, 1)
  const { item } = await owner.ask('DELETE', `/providers/${own}`)
  await owner.finished(item.id)
  equal((await rows()).length, 0)
  equal((await fetchedWhenBuilt(owner, `/scans/${id}/report`)).status, 404)
})
