/** The specification of reports in object storage, with a store whose region is not configured. */
import { equal, match, ok } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fetched, fetchedWhenBuilt } from '../../features/reports/testing/fetched.ts'
import { unzip } from '../../features/reports/testing/unzip.ts'
import { FakeS3, type Mishap } from '../../platform/aws/testing/fake-s3.ts'
import { type Client, type World, world } from '../index.ts'

let store: FakeS3
let w: World
let owner: Client
let scan = ''
before(async () => {
  store = await FakeS3.start()
  const { FILES_S3_REGION: _, ...environment } = store.environment
  w = await world({ reportsAfterScans: true, settings: environment })
  owner = w.acme
  const provider = await owner.provider()
  await owner.scanOnly(provider, 's3')
  scan = await owner.scan(provider)
})
after(async () => {
  await w.close()
  await w.test.close()
  await store.close()
})

test('Errors: report download when the default region setting for object storage is unset: no server error, and the download works', async () => {
  const { status, headers } = await fetchedWhenBuilt(owner, `/scans/${scan}/report`)
  equal(status, 302)
  const link = headers.get('location') ?? ''
  equal(new URL(link).searchParams.get('X-Amz-Expires'), '300')
  const answer = await fetch(link)
  equal(answer.status, 200)
  match(
    answer.headers.get('content-disposition') ?? '',
    /filename="prowler-output-\d+-\d{14}\.zip"/,
  )
  const files = unzip(Buffer.from(await answer.arrayBuffer()))
  ok([...files.keys()].some((path) => path.endsWith('.csv')))
  const { item } = await owner.get(`/scans/${scan}/report/link`)
  equal(item.at('seconds'), 300)
  const again = await fetch(item.text('url'))
  equal(again.status, 200, 'a page that follows no redirect is given the address')
  match(again.headers.get('content-disposition') ?? '', new RegExp(item.text('filename')))
})

test('Errors: report download from a store that refuses our credentials, or is away, is no fault of the caller and says so', async () => {
  await fetchedWhenBuilt(owner, `/scans/${scan}/report`)
  const mishaps: readonly Mishap[] = [{ status: 403, code: 'InvalidAccessKeyId' }, 503, 'reset']
  for (const mishap of mishaps) {
    // Until it is well again: the worker also cleans up the same store at any time, and would consume some of them.
    store.failing = () => mishap
    const { status, answer, headers } = await fetched(owner, `/scans/${scan}/report`)
    store.failing = () => undefined
    equal(status, 503, answer.text)
    equal(answer.fault.code, 'files_unavailable')
    equal(answer.fault.detail, 'The file store is unavailable.')
    ok(Number(headers.get('retry-after')) > 0)
    equal((await fetched(owner, `/scans/${scan}/report`)).status, 302)
  }
})

test('Errors: a report whose file the store has lost is not there, and nothing else fails', async () => {
  await fetchedWhenBuilt(owner, `/scans/${scan}/report`)
  store.objects.clear()
  equal((await fetched(owner, `/scans/${scan}/report`)).status, 404)
  equal((await fetched(owner, `/scans/${scan}/compliance/cis_2.0_aws`)).status, 200)
})
