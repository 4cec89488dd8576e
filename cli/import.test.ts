import { equal, match } from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { startTestProxy } from '@plumbline/scanner/testing/proxy'
import { bareEnvironment, type Client, type World, world } from '@plumbline/server/testing'
import { refusal } from './testing/refusal.ts'
import { main } from './testing/program.ts'

let w: World
let user: Client
let key = ''
const folder = mkdtempSync(join(tmpdir(), 'plumbline-import-'))
before(async () => {
  w = await world()
  user = await w.user()
  key = (await user.make('/api-keys', 'api-keys', { name: 'import' })).text('api_key')
})
after(async () => {
  await w.close()
  await w.test.close()
  rmSync(folder, { recursive: true, force: true })
})

const finding = (uid: string): object => ({
  class_uid: 2004,
  time: Date.UTC(2026, 0, 15),
  status_code: 'FAIL',
  metadata: { version: '1.4.0', event_code: 'a_check' },
  finding_info: { uid },
  cloud: { provider: 'aws', account: { uid: '210987654321' }, region: 'eu-west-1' },
  resources: [{ uid: `arn:aws:s3:::${uid}` }],
})

let files = 0
/** Writes a new file for each command: a refused command may still read its file when the next one starts. */
function written(content: string | Buffer): string {
  const file = join(folder, `report-${(files += 1)}.json`)
  writeFileSync(file, content)
  return file
}

async function run(
  content: string | Buffer,
  environment: Readonly<Record<string, string>> = {},
): Promise<{ status: number | null; out: string; error: string }> {
  const command = [main, 'import', written(content)]
  const child = spawn(process.execPath, command, {
    env: { ...bareEnvironment(), PLUMBLINE_URL: w.address, PLUMBLINE_API_KEY: key, ...environment },
  })
  let [out, error] = ['', '']
  child.stdout.on('data', (part: Buffer) => (out += part.toString()))
  child.stderr.on('data', (part: Buffer) => (error += part.toString()))
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { status, out, error }
}

/** The output for a refused or missing file. */
function refused(
  content: string | null,
  { url = w.address, secret = key } = {},
): Promise<{ status: number; error: string }> {
  const environment = { PLUMBLINE_URL: url, PLUMBLINE_API_KEY: secret }
  return refusal(['import', ...(content === null ? [] : [written(content)])], environment)
}

test('plumbline import sends a file and says what became of it', async () => {
  const ran = await run(JSON.stringify([finding('a'), finding('b')]))
  equal(ran.error, '')
  match(ran.out, /^2 of 2 records recorded, 0 invalid: [0-9a-f-]{36}\n$/)
  equal(ran.status, 0)
  equal((await user.get('/findings/latest')).count, 2)
})

test('plumbline import takes gzip, reports records that are no findings, and records the others', async () => {
  const ran = await run(gzipSync(JSON.stringify([finding('c'), { class_uid: 1 }])))
  match(ran.error, /^1 of 2 records are not findings\. Record 1\/class_uid: [^\n]+\n$/)
  match(ran.out, /^1 of 2 records recorded, 1 invalid/)
  equal(ran.status, 0)
})

test('plumbline import sends a file through the proxy of the environment', async () => {
  const proxy = await startTestProxy()
  const url = w.address.replace('127.0.0.1', 'plumbline.example')
  const ran = await run(JSON.stringify([finding('d')]), {
    PLUMBLINE_URL: url,
    HTTP_PROXY: proxy.url,
  })
  await proxy.close()
  equal(ran.error, '')
  match(ran.out, /^1 of 1 records recorded/)
  match(String(proxy.seen[0]), /plumbline\.example/)
})

const unfit: [string, string, RegExp][] = [
  ['an empty file', '', /is empty\. Nothing was uploaded\.\n$/],
  ['an empty list', '[]', /has no records\. Nothing was uploaded\.\n$/],
  ['a table', 'a,b\n1,2', /begins with "a", which is not valid JSON\. Nothing was uploaded\.\n$/],
  [
    'JSON of something else',
    '[{"a":1}]',
    /contains no OCSF findings\. Record 0\/class_uid: .* Nothing was uploaded\.\n$/,
  ],
  [
    'a file that is cut off',
    JSON.stringify([finding('x')]).slice(0, -3),
    /is truncated: .* Nothing was uploaded\.\n$/,
  ],
]
for (const [what, content, reason] of unfit) {
  test(`plumbline import refuses ${what} before anything is uploaded, with the reason`, async () => {
    const before = (await user.get('/ingestions')).count
    const ran = await refused(content)
    equal(ran.status, 1)
    match(ran.error, reason)
    equal(ran.error.trim().split('\n').length, 1)
    equal((await user.get('/ingestions')).count, before)
  })
}

test('plumbline import says in a sentence what it lacks, and who refused', async () => {
  const good = JSON.stringify([finding('a')])
  match((await refused(null)).error, /^Usage: plumbline import FILE/)
  match((await refused(good, { secret: '' })).error, /^An API key is required/)
  match((await refused(good, { secret: 'pk_wrong' })).error, /^The server answered 401: /)
  match(
    (await refused(good, { url: 'http://127.0.0.1:1' })).error,
    /^Cannot reach http:\/\/127\.0\.0\.1:1\/api\/v1: /,
  )
})
