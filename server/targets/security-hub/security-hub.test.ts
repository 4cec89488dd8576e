import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { after, afterEach, before, test } from 'node:test'
import { type Egress, egress } from '../../platform/egress/index.ts'
import { type ForwardedFinding, NotDelivered } from '../target.ts'
import { forwarded } from '../testing/findings.ts'
import { archiveMissing, findingId, importFindings, limits, testConnection } from './index.ts'
import { FakeHub, type Known } from './testing/fake-hub.ts'

let hub: FakeHub
let out: Egress
before(async () => {
  hub = await FakeHub.start()
  out = egress({ trusted: [hub.origin], timeoutMs: 300 })
})
after(() => hub.close())
afterEach(() => {
  hub.findings.clear()
  hub.asked.length = 0
  hub.mishaps.length = 0
  hub.refused.clear()
})

const { signal } = new AbortController()
const keyOf = (uid: string): string => hash('sha256', uid)
const region = 'eu-west-1'
const accessOf = (secret: Readonly<Record<string, unknown>> = hub.secret) => ({
  secret,
  account: hub.account,
  ambient: null,
  endpoint: hub.origin,
})
const many = (count: number): ForwardedFinding[] =>
  Array.from({ length: count }, (_, n) => forwarded(n + 1))
const importing = (findings: readonly ForwardedFinding[], now = new Date()) =>
  importFindings(accessOf(), region, findings, out, signal, { source: 'ours', keyOf, now })
const calls = (name: string): number => hub.asked.filter((one) => one.name === name).length
const stateOf = ({ RecordState: state }: Known): unknown => state
const refusedWith =
  (code: string, sentence: RegExp) =>
  (error: unknown): boolean => {
    assert.ok(error instanceof NotDelivered, String(error))
    assert.equal(error.code, code, error.message)
    assert.match(error.message, sentence)
    assert.doesNotMatch(error.message, /AKID|secret of/)
    return true
  }

test('a connection test tells in which regions of the account Security Hub is enabled', async () => {
  for (const secret of [hub.secret, hub.roleSecret])
    assert.deepEqual(await testConnection(accessOf(secret), out, signal), {
      account: '123456789012',
      regions: { 'eu-west-1': true, 'us-east-1': true, 'us-west-2': false },
    })
})

test('an account that has Security Hub nowhere is told so', async () => {
  const before = { ...hub.regions }
  for (const name of Object.keys(hub.regions)) hub.regions[name] = false
  await assert.rejects(
    testConnection(accessOf(), out, signal),
    refusedWith('not_found', /not enabled in any of the 3 regions of 123456789012/),
  )
  Object.assign(hub.regions, before)
})

test('a region that does not answer now is not taken for one without a hub', async () => {
  const failing: Egress = async (request) =>
    request.headers?.['authorization']?.includes('/us-west-2/securityhub/')
      ? { status: 503, headers: {}, body: Buffer.from('') }
      : out(request)
  await assert.rejects(
    testConnection(accessOf(), failing, signal),
    refusedWith('unavailable', /us-west-2 is unavailable/),
  )
})

test('credentials that AWS does not take, or that are of another account, are refused with a reason', async () => {
  const wrong = { ...hub.secret, aws_secret_access_key: 'another' }
  await assert.rejects(
    testConnection(accessOf(wrong), out, signal),
    refusedWith('unauthorised', /AWS does not accept the credentials/),
  )
  await assert.rejects(
    testConnection({ ...accessOf(), account: '999999999999' }, out, signal),
    refusedWith('unauthorised', /belong to the account 123456789012, not to 999999999999/),
  )
  await assert.rejects(
    testConnection(accessOf({ ...hub.roleSecret, external_id: 'another' }), out, signal),
    refusedWith('unauthorised', /trust policy of the role and the external ID/),
  )
})

test('findings are imported under ids that stay, so that what is sent twice is there once', async () => {
  const findings = many(3)
  assert.deepEqual(await importing(findings), { imported: 3, failed: [] })
  assert.deepEqual(await importing(findings, new Date(Date.now() + 1_000)), {
    imported: 3,
    failed: [],
  })
  assert.deepEqual(
    hub.in(region).map(({ Id }) => Id),
    findings.map(({ uid }) => findingId(uid)),
  )
})

test('one call takes 100 findings, and no more bytes than it may', async () => {
  const large = many(250)
  const { imported } = await importing(large)
  assert.deepEqual([imported, calls('BatchImportFindings')], [250, 3])
  assert.equal(hub.in(region).length, 250)
})

test('with send_only_fails those that passed are left out', async () => {
  const findings = [
    forwarded(1),
    forwarded(2, { status: 'PASS' }),
    forwarded(3, { status: 'MANUAL' }),
  ]
  const options = { source: 'ours', keyOf, onlyFails: true }
  const access = accessOf()
  assert.deepEqual(await importFindings(access, region, findings, out, signal, options), {
    imported: 1,
    failed: [],
  })
})

test('each finding that the hub refuses of a batch is tried again alone, and what it still refuses is told', async () => {
  const findings = many(5)
  const [, second, third] = findings
  hub.refused.set(findingId(second?.uid ?? ''), 1)
  hub.refused.set(findingId(third?.uid ?? ''), 2)
  assert.deepEqual(await importing(findings), {
    imported: 4,
    failed: [{ uid: third?.uid, code: 'InternalFailure', message: 'Try again.' }],
  })
  assert.equal(calls('BatchImportFindings'), 3)
})

test('a call that is refused for one of its findings takes the others, and tells which one it was', async () => {
  const findings = many(9)
  const uid = findings[6]?.uid ?? ''
  hub.unreadable.add(findingId(uid))
  const { imported, failed } = await importing(findings)
  const refusals = failed.map((one) => [one.uid, one.code])
  assert.deepEqual([imported, refusals], [8, [[uid, 'InvalidInputException']]])
  hub.unreadable.clear()
})

for (const mishap of [
  { status: 429, code: 'TooManyRequestsException' },
  { status: 400, code: 'ThrottlingException' },
  { status: 500, code: 'InternalException' },
  'hang',
  'reset',
  'cut',
  'lost',
] as const) {
  const name = typeof mishap === 'object' ? `${mishap.status} ${mishap.code}` : mishap
  test(`a call that ends in ${name} is made again, with one effect`, async () => {
    hub.mishaps.push(mishap)
    assert.deepEqual(await importing(many(2)), { imported: 2, failed: [] })
    assert.deepEqual([hub.in(region).length, calls('BatchImportFindings')], [2, 2])
  })
}

for (const [mishap, code, sentence, isFinal] of [
  [
    { status: 403, code: 'AccessDeniedException' },
    'unauthorised',
    /permission securityhub:BatchImportFindings in eu-west-1/,
    true,
  ],
  [
    { status: 403, code: 'ExpiredTokenException' },
    'unauthorised',
    /does not accept the credentials/,
    true,
  ],
  [{ status: 403, code: 'InvalidAccessException' }, 'not_found', /not enabled in eu-west-1/, true],
  [{ status: 429, code: 'TooManyRequestsException' }, 'rate_limited', /too many requests/, false],
  [{ status: 503, code: 'ServiceUnavailable' }, 'unavailable', /is unavailable/, false],
  ['hang', 'uncertain', /did not respond/, false],
] as const) {
  const name = typeof mishap === 'object' ? mishap.code : mishap
  test(`a hub that stays with ${name} is ${code}`, async () => {
    hub.mishaps.push(mishap, mishap, mishap)
    await assert.rejects(importing(many(1)), (error) => {
      assert.equal((error as NotDelivered).isFinal, isFinal)
      return refusedWith(code, sentence)(error)
    })
  })
}

test('a region whose hub takes no findings of the account is refused as a whole', async () => {
  hub.regions['us-west-2'] = false
  await assert.rejects(
    importFindings(accessOf(), 'us-west-2', many(3), out, signal, { source: 'ours', keyOf }),
    refusedWith('not_found', /not enabled in us-west-2/),
  )
})

test('what vanished is archived, and what is still there, or is of others, is not', async () => {
  const [one, two, three] = many(3) as [ForwardedFinding, ForwardedFinding, ForwardedFinding]
  await importing([one, two])
  const options = { source: 'theirs', keyOf }
  await importFindings(accessOf(), region, [three], out, signal, options)
  const asked: string[][] = []
  const thereOf = async (keys: readonly string[]) => {
    asked.push([...keys])
    return new Set([keyOf(one.uid)])
  }
  const now = new Date(Date.now() + 1_000)
  const archiving = () =>
    archiveMissing(accessOf(), region, thereOf, out, signal, { source: 'ours', now })
  assert.deepEqual(await archiving(), { archived: 1, failed: [] })
  assert.deepEqual(asked, [[keyOf(one.uid), keyOf(two.uid)]])
  assert.deepEqual(hub.in(region).map(stateOf), ['ACTIVE', 'ARCHIVED', 'ACTIVE'])
  assert.deepEqual(await archiving(), { archived: 0, failed: [] })
})

test('what is there is not archived, whatever its uid holds', async () => {
  const uids = ['a\u202eb', 'x'.repeat(8_000), ' two  spaces ']
  await importing(uids.map((uid, n) => forwarded(n + 1, { uid })))
  const there = new Set(uids.map(keyOf))
  const thereOf = async (keys: readonly string[]) => new Set(keys.filter((key) => there.has(key)))
  const options = { source: 'ours', now: new Date(Date.now() + 1_000) }
  assert.deepEqual(await archiveMissing(accessOf(), region, thereOf, out, signal, options), {
    archived: 0,
    failed: [],
  })
})

test('a finding that comes back after it was archived is active again', async () => {
  const [one] = many(1) as [ForwardedFinding]
  await importing([one], new Date(1_000_000))
  const options = { source: 'ours', now: new Date(2_000_000) }
  await archiveMissing(accessOf(), region, async () => new Set(), out, signal, options)
  assert.deepEqual(hub.in(region).map(stateOf), ['ARCHIVED'])
  await importing([one], new Date(3_000_000))
  assert.deepEqual(hub.in(region).map(stateOf), ['ACTIVE'])
})

test('what vanished is found on all pages, also when a page is larger than what the way out takes', async () => {
  const findings = many(60)
  await importing(findings)
  hub.pageSize = 40
  const narrow = egress({ trusted: [hub.origin], maxBytes: 20_000 })
  const now = new Date(Date.now() + 1_000)
  const options = { source: 'ours', now }
  const there = async () => new Set<string>()
  assert.deepEqual(await archiveMissing(accessOf(), region, there, narrow, signal, options), {
    archived: 60,
    failed: [],
  })
  hub.pageSize = 100
})

test('calls keep to the rate that the hub allows: all are taken, the last ones later', async () => {
  const start = performance.now()
  const patient = egress({ trusted: [hub.origin], timeoutMs: 30_000 }) // forty at once take their time
  const access = accessOf()
  const some = many(1)
  const all = await Promise.all(
    Array.from({ length: limits.rate.burst + 10 }, () =>
      importFindings(access, 'us-east-1', some, patient, signal, { source: 'ours', keyOf }),
    ),
  )
  assert.ok(all.every(({ imported }) => imported === 1))
  assert.ok(performance.now() - start >= 900)
})

test('a cancelled import ends at once', async () => {
  const stop = new AbortController()
  hub.mishaps.push('hang')
  const cancelled = importFindings(accessOf(), region, many(1), out, stop.signal, {
    source: 'ours',
    keyOf,
  })
  setTimeout(() => stop.abort(), 100)
  await assert.rejects(cancelled, { name: 'AbortError' })
})

test('the policy of the page on forwarding allows the calls that are made, and no others', async () => {
  const policy = new URL('../../../docs/operate/forwarding-security-hub.json', import.meta.url)
  const { Statement: statements } = JSON.parse(readFileSync(policy, 'utf8')) as {
    Statement: { Action: string[] }[]
  }
  await testConnection(accessOf(), out, signal)
  await importing(many(1))
  await archiveMissing(accessOf(), region, async () => new Set(), out, signal, { source: 'ours' })
  const called = hub.asked.map(({ name }) => `securityhub:${name}`)
  assert.deepEqual(
    statements.flatMap(({ Action: actions }) => actions).toSorted(),
    ['ec2:DescribeRegions', ...new Set(called)].toSorted(),
  )
})
