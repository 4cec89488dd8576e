import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { acmeOrg, emptyOrg, type OktaObject } from '../../testing/okta/index.ts'
import { nextLink } from './links.ts'
import { shown } from './members.ts'
import { client, organizationWith } from './testing/opened.ts'

const many = (count: number): OktaObject[] =>
  Array.from({ length: count }, (_, n) => ({ id: `nzo${n}`, name: `Zone ${n}` }))
const zones = (count: number) => ({ ...emptyOrg(), lists: { '/api/v1/zones': many(count) } })
const scope = 'okta.networkZones.read'

test('a list is read page by page, as its Link headers lead', async (t) => {
  const organization = await organizationWith(t, { state: zones(450), pageSize: 100 })
  const signedIn = await client(t, organization)
  const ids = (await Array.fromAsync(signedIn.list('list network zones'))).map(({ id }) => id)
  deepEqual(
    ids,
    many(450).map(({ id }) => id),
  )
  equal(organization.calls.filter(({ operation }) => operation === 'list network zones').length, 5)
})

for (const [what, next, code] of [
  ['another origin', 'https://evil.example/api/v1/zones?after=1', 'foreign_page'],
  ['another port', 'https://acme.okta.com:8443/api/v1/zones?after=1', 'foreign_page'],
  ['http', 'http://acme.okta.com/api/v1/zones?after=1', 'foreign_page'],
  ['another list', 'https://acme.okta.com/api/v1/users?after=1', 'foreign_page'],
  ['no address', 'https://', 'foreign_page'],
  ['itself', 'https://acme.okta.com/api/v1/zones?limit=200', 'endless_pages'],
] as const) {
  test(`a next page at ${what} is not asked for, and is a gap`, async (t) => {
    const continueWith = (path: string) => (path === '/api/v1/zones' ? next : undefined)
    const organization = await organizationWith(t, { state: zones(3), continueWith })
    const signedIn = await client(t, organization)
    await rejects(Array.fromAsync(signedIn.list('list network zones')), {
      name: 'CallProblem',
      code,
      outcome: 'error',
      action: scope,
    })
    ok(organization.calls.every(({ resource }) => !resource.includes('users')))
    equal(organization.calls.at(-1)?.operation, 'list network zones')
  })
}

test('pages that never end are given up', async (t) => {
  let page = 0
  const continueWith = () => `https://acme.okta.com/api/v1/zones?after=cursor-0&n=${page++}`
  const organization = await organizationWith(t, { state: zones(1), continueWith })
  const signedIn = await client(t, organization)
  const capped = { code: 'resource_limit', outcome: 'capped', action: scope }
  await rejects(Array.fromAsync(signedIn.list('list network zones')), capped)
  equal(page, 500)
})

for (const [what, answer, gap] of [
  ['a missing permission', { status: 403, errorCode: 'E0000006' }, ['E0000006', 'denied']],
  ['a feature that is not there', { status: 403, errorCode: 'E0000015' }, ['E0000015', 'denied']],
  ['an invalid token', { status: 401, errorCode: 'E0000011' }, ['E0000011', 'denied']],
  ['what is not found', { status: 404, errorCode: 'E0000007' }, ['not_found', 'error']],
  ['a rate limit', { status: 429, errorCode: 'E0000047' }, ['E0000047', 'throttled']],
  ['a bug', { status: 500, errorCode: 'E0000009' }, ['E0000009', 'error']],
  ['a page of a proxy', { status: 502, errorCode: '<script>' }, ['http_502', 'error']],
] as const) {
  test(`an answer that tells of ${what} is a gap that names the scope`, async (t) => {
    const organization = await organizationWith(t, { state: zones(1) })
    const signedIn = await client(t, organization, { config: { retries: 0 } })
    const { status, errorCode } = answer
    const body = JSON.stringify({ errorCode })
    organization.script({ match: { operation: 'list network zones' }, do: 'status', status, body })
    const [code, outcome] = gap
    const problem = { name: 'CallProblem', code, outcome, action: scope }
    await rejects(Array.fromAsync(signedIn.list('list network zones')), problem)
  })
}

for (const [what, body] of [
  ['an object', '{}'],
  ['a list of texts', '["a"]'],
  ['nothing', ''],
] as const) {
  test(`${what} in the place of a list is a gap`, async (t) => {
    const organization = await organizationWith(t)
    const signedIn = await client(t, organization)
    organization.script({
      match: { operation: 'list network zones' },
      do: 'status',
      status: 200,
      body,
    })
    const broken = { code: 'broken_answer', outcome: 'error', action: scope }
    await rejects(Array.fromAsync(signedIn.list('list network zones')), broken)
  })
}

test('an id that is none is put into no path', async (t) => {
  const organization = await organizationWith(t, { state: acmeOrg() })
  const signedIn = await client(t, organization)
  const asked = organization.calls.length
  for (const id of ['../users', 'a/b', '', 'a?b', 'x'.repeat(65)])
    await rejects(Array.fromAsync(signedIn.list('list policy rules', id)), {
      code: 'broken_answer',
    })
  equal(organization.calls.length, asked)
})

test('a next page is found among several links, whatever their order and parameters', () => {
  const self = '<https://a.okta.com/x>; rel="self"'
  equal(
    nextLink(`${self}, <https://a.okta.com/y?after=1>; rel="next"`),
    'https://a.okta.com/y?after=1',
  )
  equal(nextLink(`<https://a.okta.com/y>; title="n"; rel=next, ${self}`), 'https://a.okta.com/y')
  for (const none of [undefined, '', self, '<x>; rel="nextish"', '; rel="next"'])
    equal(nextLink(none), null)
})

test('names that administrators write hold no signs that a terminal or a table obeys', () => {
  equal(shown('a\u001b[2J\u202eb\r\nc'), 'a\ufffd[2J\ufffdb\ufffd\ufffdc')
  equal(shown('x'.repeat(300)).length, 250)
})
