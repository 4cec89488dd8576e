import { deepEqual, equal } from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { FileProblem, isProblem, readOcsf, readRecords } from '@plumbline/scanner/formats'
import { precheck } from './precheck.ts'

const finding = {
  class_uid: 2004,
  metadata: { version: '1.5.0', event_code: 's3_bucket_default_encryption' },
  finding_info: { uid: 'finding-1', title: 'Bucket encrypts new objects' },
  cloud: { provider: 'aws', account: { uid: '123456789012' } },
  resources: [{ uid: 'arn:aws:s3:::a', name: 'a' }],
  status_code: 'FAIL',
  time: 1_763_900_000_000,
}
const without = (...path: readonly string[]): object => {
  const copy = structuredClone(finding) as Record<string, unknown>
  let at = copy
  for (const name of path.slice(0, -1)) at = at[name] as Record<string, unknown>
  delete at[path.at(-1) as string]
  return copy
}
const text = (value: unknown): string => JSON.stringify(value)
const good = text(finding)

/** A file, and its result. */
const cases: readonly [
  name: string,
  file: string,
  verdict: string,
  index?: number | null,
  about?: RegExp,
][] = [
  ['an array', `[${good},${good}]`, 'good'],
  ['one object a line', `${good}\n${good}\n`, 'good'],
  ['objects without lines', good + good, 'good'],
  ['a list in an object', `{"version":1,"Findings":[${good}],"next":null}`, 'good'],
  ['a byte order mark', `\uFEFF[${good}]`, 'good'],
  ['braces and quotes in texts', `[${text({ ...finding, message: '}]"\\"{[' })}]`, 'good'],
  ['nothing', '', 'refused', null, /empty/],
  ['blanks', ' \n\t ', 'refused', null, /empty/],
  ['an empty list', '[]', 'refused', null, /no records/],
  ['a table', 'id,status\n1,FAIL', 'refused', null, /begins with "i"/],
  ['a page', '<!doctype html>', 'refused', null, /begins with "<"/],
  ['other JSON', '{"name":"plumbline"}', 'refused', 0, /class_uid/],
  ['numbers', '[1,2]', 'refused', 0, /must be an object/],
  ['half a file', `[${good},${good.slice(0, 40)}`, 'refused', 1, /truncated/],
  ['a list without commas', `[${good} ${good}]`, 'refused', 1, /not valid JSON/],
  ['another class', `[${text({ ...finding, class_uid: 1001 })}]`, 'refused', 0, /class_uid/],
  ['no uid', `[${text(without('finding_info', 'uid'))}]`, 'refused', 0, /uid/],
  ['no resource', `[${text(without('resources'))}]`, 'refused', 0, /resource/],
  [
    'no verdict',
    `[${text({ ...without('status_code'), class_uid: 2003 })}]`,
    'refused',
    0,
    /no status/,
  ],
  ['the third of three', `[${good},${good},${text(without('finding_info', 'uid'))}]`, 'mixed', 2],
  [
    'too many levels',
    `[${good},{"a":${'['.repeat(70)}${']'.repeat(70)}}]`,
    'mixed',
    1,
    /64 levels/,
  ],
  ['a line that is broken inside', `${good}\n{"a":}\n`, 'mixed', 1, /not valid JSON/],
]

for (const [name, file, verdict, index, about] of cases)
  test(`before it is sent, a file is read: ${name}`, async () => {
    const found = await precheck(new Blob([file]))
    equal(found.verdict, verdict)
    if (index !== undefined) equal(found.bad?.index, index)
    if (about) equal(about.test(found.bad?.detail ?? ''), true, found.bad?.detail)
  })

test('wherever a file is cut into chunks, the same is found', async () => {
  const file = new TextEncoder().encode(`{"a":"é\\"}","items":[${good}, ${text({ é: 1 })} ,3]}`)
  const whole = await precheck(new Blob([file]))
  deepEqual([whole.records, whole.good, whole.bad?.index], [3, 1, 1])
  for (const size of [1, 2, 3, 7, 64]) {
    const chunked = Object.assign(new Blob([file]), { stream: () => inChunks(file, size) })
    deepEqual(await precheck(chunked), whole)
  }
})

function inChunks(bytes: Uint8Array, size: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close()
      controller.enqueue(new Uint8Array(bytes.slice(at, at + size)))
      at += size
    },
  })
}

test('a packed file is read too; one that only the server unpacks is left to it', async () => {
  const packed = gzipSync(`[${good}]`)
  equal((await precheck(new Blob([packed]))).verdict, 'good')
  equal((await precheck(new Blob([gzipSync('[1]')]))).verdict, 'refused')
  equal((await precheck(new Blob([packed, gzipSync(' ')]))).verdict, 'unseen')
})

/** The server's result: the number of records and of findings; null for an invalid file. */
async function byServer(file: string): Promise<readonly [number, number] | null> {
  let [records, found] = [0, 0]
  try {
    for await (const some of readRecords(Readable.from([Buffer.from(file)])))
      for (const read of some) {
        records += 1
        if ('record' in read && !isProblem(readOcsf(read.record))) found += 1
      }
  } catch (error) {
    if (error instanceof FileProblem) return null
    throw error
  }
  return [records, found]
}

test('what the server would record is never refused, nor the other way round', async () => {
  for (const [name, file] of cases) {
    const [server, browser] = [await byServer(file), await precheck(new Blob([file]))]
    equal(browser.verdict === 'refused', server === null || server[1] === 0, name)
    if (server && server[1] > 0) deepEqual([browser.records, browser.good], server, name)
  }
})
