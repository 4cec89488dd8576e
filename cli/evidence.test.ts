import { equal, match, ok } from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash, createPublicKey, generateKeyPairSync, hash, verify } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sealBytes, signatureIn, signedMessage } from '@plumbline/server'
import {
  bareEnvironment,
  type Client,
  member,
  processFlags,
  type World,
  world,
} from '@plumbline/server/testing'
import { entryOf } from './zip-entry.ts'
import { main } from './testing/program.ts'

let w: World
let user: Client
let scan = ''
const folder = mkdtempSync(join(tmpdir(), 'plumbline-evidence-'))
const bundle = join(folder, 'evidence.zip')
const keyFile = join(folder, 'key.pem')

/** Once the report is there, so is the evidence. */
async function fetched(client: Client, id: string): Promise<{ status: number; bytes: Buffer }> {
  for (;;) {
    const headers = { Authorization: client.authorization }
    const response = await fetch(`${client.base}/scans/${id}/evidence`, { headers })
    const bytes = Buffer.from(await response.arrayBuffer())
    if (response.status !== 202) return { status: response.status, bytes }
    await sleep(50)
  }
}
before(async () => {
  w = await world({ reportsAfterScans: true })
  user = await w.user()
  const provider = await user.provider()
  await user.scanOnly(provider, 's3', 'iam', 'account')
  scan = await user.scan(provider)
  writeFileSync(keyFile, (await user.get('/evidence-keys/current')).item.text('public_key'))
  writeFileSync(bundle, (await fetched(user, scan)).bytes)
})
after(async () => {
  await w.close()
  await w.test.close()
  rmSync(folder, { recursive: true, force: true })
})

interface Ended {
  readonly status: number
  readonly out: string
  readonly error: string
}
/** In a separate folder without a server's settings, like an auditor who received the file. */
const plumbline = (...args: readonly string[]): Promise<Ended> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [...processFlags, main, 'evidence', ...args],
      { env: { ...bareEnvironment(), DATA_DIR: join(folder, 'none') } },
      (failed, out, error) => resolve({ status: Number(failed?.code ?? 0), out, error }),
    )
  })

test('a bundle is verified offline with a key that does not come from it', async () => {
  const { status, out, error } = await plumbline('verify', bundle, '--key', keyFile)
  equal(status, 0, error)
  match(out, /is unchanged since it was signed with the key [0-9a-f]{64}\.$/m)
  match(out, new RegExp(`^Scan ${scan} of aws account \\d{12}, completed `, 'm'))
  for (const name of [
    'findings.ocsf.json',
    'coverage.jsonl',
    'attestations.jsonl',
    'audit-head.json',
  ])
    match(out, new RegExp(`^  ${name}, \\d+ bytes, SHA-256 [0-9a-f]{64}$`, 'm'))
})

test('one flipped bit anywhere fails, as does a cut, an addition and another key', async () => {
  const whole = readFileSync(bundle)
  const key = createPublicKey(readFileSync(keyFile))
  const isGood = (file: Buffer): boolean => {
    const signature = signatureIn(file.subarray(-sealBytes))
    const digest = createHash('sha256').update(file.subarray(0, -sealBytes)).digest()
    return signature !== undefined && verify(null, signedMessage(digest), key, signature)
  }
  ok(isGood(whole))
  const places = [
    0,
    1,
    ...Array.from({ length: 40 }, (_, n) => Math.floor((n * whole.length) / 40)),
  ]
  for (let back = 1; back <= sealBytes + 24; back += 3) places.push(whole.length - back)
  for (const place of places) {
    for (const bit of [1, 32]) {
      const changed = Buffer.from(whole)
      changed.writeUInt8(whole.readUInt8(place) ^ bit, place)
      ok(!isGood(changed), `byte ${place}, bit ${bit}`)
    }
  }
  const file = join(folder, 'changed.zip')
  const changed = Buffer.from(whole)
  changed.writeUInt8(changed.readUInt8(whole.length >> 1) ^ 4, whole.length >> 1)
  const other = join(folder, 'other.pem')
  const { publicKey } = generateKeyPairSync('ed25519')
  writeFileSync(other, publicKey.export({ type: 'spki', format: 'pem' }))
  const cases: [content: Buffer, key: string, says: RegExp][] = [
    [changed, keyFile, /does not match its signature with the key [0-9a-f]{64}/],
    [whole.subarray(0, -1), keyFile, /does not end with a signature/],
    [Buffer.concat([whole, Buffer.from('x')]), keyFile, /does not end with a signature/],
    [Buffer.alloc(0), keyFile, /does not end with a signature/],
    [whole, other, /does not match its signature with the key [0-9a-f]{64}/],
    [whole, bundle, /is not a public key/],
  ]
  for (const [content, by, says] of cases) {
    writeFileSync(file, content)
    const { status, out, error } = await plumbline('verify', file, '--key', by)
    equal(status, 1)
    equal(out, '')
    match(error, says)
  }
  equal((await plumbline('verify', file)).status, 2)
})

test('an unpacked manifest is checked by its own signature, and names the hash of every other file', async () => {
  const handle = await open(bundle)
  const read = async (name: string) => entryOf(handle, statSync(bundle).size, name)
  try {
    const manifest = await read('manifest.json')
    const key = createPublicKey(readFileSync(keyFile))
    ok(verify(null, manifest, key, await read('manifest.sig')))
    const { files, tenant_id } = JSON.parse(manifest.toString())
    equal(tenant_id, user.tenantId)
    for (const { path, sha256, bytes } of files) {
      const content = await read(path)
      equal(content.length, bytes)
      equal(hash('sha256', content, 'hex'), sha256)
    }
    const findings = JSON.parse((await read('findings.ocsf.json')).toString())
    equal(findings.length, (await user.get(`/findings?filter[scan]=${scan}`)).count)
    const coverage = (await read('coverage.jsonl')).toString().trim().split('\n')
    equal(coverage.length, (await user.get(`/scans/${scan}/coverage`)).count)
    const head = JSON.parse((await read('audit-head.json')).toString())
    match(head.hash, /^[0-9a-f]{64}$/)
  } finally {
    await handle.close()
  }
})

test('what somebody attested by hand is in the evidence, with who and for how long', async () => {
  const [manual] = (await user.get(`/findings/latest?filter[status]=MANUAL`)).items
  const path = `/findings/${encodeURIComponent(manual?.text('uid') ?? '')}/triage`
  const decision = { status: 'resolved', note: 'Seen on 3 November.' }
  const body = { data: { type: 'finding-triages', id: manual?.text('uid'), attributes: decision } }
  equal((await user.ask('PATCH', path, body)).status, 200)
  writeFileSync(bundle, (await fetched(user, scan)).bytes)
  const handle = await open(bundle)
  try {
    const text = (await entryOf(handle, statSync(bundle).size, 'attestations.jsonl')).toString()
    const [line] = text
      .trim()
      .split('\n')
      .map((one) => JSON.parse(one))
    equal(line.finding_uid, manual?.at('uid'))
    equal(line.evidence, 'Seen on 3 November.')
    ok(line.attested_by && line.expires_at > line.attested_at)
  } finally {
    await handle.close()
  }
})

test('evidence is for who sees the provider', async () => {
  const { client } = await member(w, user, [])
  equal((await fetched(client, scan)).status, 404)
  equal((await fetched(await w.user(), scan)).status, 404)
})

test('where there is no key, none is made; what is no bundle is said in a sentence', async () => {
  const none = await plumbline('key')
  equal(none.status, 1)
  match(none.error, /^.*encryption\.key does not exist\. Set DATA_DIR/)
  equal(statSync(join(folder, 'none'), { throwIfNoEntry: false }), undefined)
  const onlySeal = join(folder, 'seal')
  writeFileSync(onlySeal, readFileSync(bundle).subarray(-sealBytes))
  for (const file of [onlySeal, folder]) {
    const { status, error } = await plumbline('verify', file, '--key', keyFile)
    equal(status, 1)
    match(error, /^[^\n]+\.\n$/)
  }
})
