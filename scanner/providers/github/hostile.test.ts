// Invalid or misleading responses have no harmful effect.
import { deepEqual, equal, ok } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { createHttp } from '../../engine/index.ts'
import { type GitHubState, soundRepository } from '../../testing/github/index.ts'
import { nextOf, within } from './calls.ts'
import { gitHubWith, hastyClock, inputFor, opened, scanned } from './testing/opened.ts'

const list = 'GET /orgs/{org}/repos'
const scanningCheck = 'repository_secret_scanning_enabled'
const protectionCheck = 'repository_default_branch_protection_enabled'

async function world(t: TestContext, state: Partial<GitHubState> = {}) {
  const repositories = [1, 2, 3].map((id) => soundRepository(id))
  return await gitHubWith(t, { repositories, ...state })
}

const gapsIn = ({ coverage }: Awaited<ReturnType<typeof scanned>>) =>
  coverage
    .filter(({ outcome }) => outcome !== 'assessed')
    .map(({ outcome, action }) => [outcome, action])

test('addresses outside of the API are none of its pages', () => {
  const base = 'https://api.github.com'
  equal(within(base, '/user')?.href, 'https://api.github.com/user')
  equal(within(base, 'https://api.github.com/organizations/1/repos?page=2')?.search, '?page=2')
  for (const other of [
    'https://api.github.com.evil.example/x',
    'https://evil.example/x',
    'http://api.github.com/x',
    'https://api.github.com:444/x',
    'https://user:pass@api.github.com/x',
    'file:///etc/passwd',
    '',
  ])
    equal(within(base, other), null, other)
  equal(within('https://ghe.example/api/v3', 'https://ghe.example/other'), null)
  equal(within('https://ghe.example/api/v3', '/user')?.pathname, '/api/v3/user')
})

test('the next page is the link that says so', () => {
  equal(nextOf(undefined), null)
  equal(
    nextOf('<https://a/?page=1>; rel="prev", <https://a/?page=3>; rel="next"'),
    'https://a/?page=3',
  )
  equal(nextOf('<https://a/?page=3>; rel="last"'), null)
  equal(nextOf('<'.repeat(100_000)), null)
})

for (const [what, link] of [
  ['leads to another host', '<http://127.0.0.2:1/orgs/octo-org/repos?page=2>; rel="next"'],
  ['leads to itself', '<SELF>; rel="next"'],
] as const) {
  test(`a list whose next page ${what} is not followed, and is no whole list`, async (t) => {
    const { fixture, state } = await world(t)
    state.pageSize = 2
    const path = '/orgs/octo-org/repos?type=all&sort=created&direction=asc&per_page=100'
    const headers = { link: link.replace('SELF', fixture.url + path) }
    fixture.script({ match: { operation: list, times: 1 }, do: 'headers', headers })
    const seen = await scanned(await opened(t, fixture), { checks: [scanningCheck] })
    equal(seen.findings.length, 2)
    deepEqual(gapsIn(seen), [['error', 'metadata:read']])
    equal(fixture.calls.filter(({ operation }) => operation === list).length, 1)
  })
}

test('a repository that was renamed meanwhile is asked for where GitHub leads, but nowhere else', async (t) => {
  for (const [location, count] of [
    ['/repositories/1/branches/main/protection', 1],
    ['http://127.0.0.2:1/repositories/1/branches/main/protection', 0],
  ] as const) {
    const { fixture } = await world(t, { repositories: [soundRepository(1)] })
    const operation = 'GET /repos/{owner}/{repo}/branches/{branch}/protection'
    const headers = { location: location.startsWith('/') ? fixture.url + location : location }
    fixture.script({ match: { operation, times: 1 }, do: 'headers', status: 301, headers })
    const seen = await scanned(await opened(t, fixture), { checks: [protectionCheck] })
    equal(seen.findings.length, count)
    deepEqual(gapsIn(seen), count === 1 ? [] : [['error', 'administration:read']])
  }
})

test('redirects that never end are given up', async (t) => {
  const { fixture } = await world(t, { repositories: [soundRepository(1)] })
  const operation = 'GET /repos/{owner}/{repo}/branches/{branch}/protection'
  const headers = { location: `${fixture.url}/repositories/1/branches/main/protection` }
  fixture.script({ match: { operation }, do: 'headers', status: 302, headers })
  const seen = await scanned(await opened(t, fixture), { checks: [protectionCheck] })
  deepEqual(gapsIn(seen), [['error', 'administration:read']])
  ok(fixture.calls.filter((call) => call.operation === operation).length <= 4)
})

test('names with control characters, or that lead elsewhere, are a gap and hide no other repository', async (t) => {
  for (const name of ['a\u001b[2J', 'a\r\nb', '../../user', '..', 'a/b', '', 'x'.repeat(101)]) {
    const { fixture } = await world(t, {
      repositories: [soundRepository(1, { name }), soundRepository(2)],
    })
    const seen = await scanned(await opened(t, fixture), {
      checks: [scanningCheck, protectionCheck],
    })
    ok(
      seen.findings.every(({ resource }) => resource.name === 'octo-org/repository-2'),
      name,
    )
    equal(seen.findings.length, 2)
    deepEqual(gapsIn(seen), [
      ['error', 'metadata:read'],
      ['error', 'metadata:read'],
    ])
    ok(fixture.calls.every(({ path }) => !path.includes('..')))
  }
})

test('hostile texts in rules, files and branches leave no control characters in findings', async (t) => {
  const evil = '\u001b[2J\r\n\u202e<script>'
  const bad = soundRepository(1, {
    protection: null,
    rulesets: [
      {
        id: 1,
        name: evil,
        enforcement: 'active',
        bypass_actors: [{ actor_type: evil, bypass_mode: evil }],
        rules: [{ type: 'deletion' }],
      },
    ],
    files: {
      [`.github/workflows/${evil.replaceAll('/', '')}.yml`]: `jobs: {"${'a'.repeat(300)}": {permissions: write-all}}`,
    },
  })
  const { fixture } = await world(t, { repositories: [bad] })
  const { findings } = await scanned(await opened(t, fixture))
  ok(findings.some(({ service }) => service === 'githubactions'))
  for (const { status_extended, resource } of findings)
    ok(!/[\p{Cc}\p{Cf}]/u.test(status_extended + resource.name + resource.uid), status_extended)
})

test('an error of GraphQL about one member of one repository is a gap there, and nowhere else', async (t) => {
  const { fixture } = await world(t)
  const session = await opened(t, fixture)
  const before = await scanned(session, { checks: ['repository_has_codeowners_file'] })
  equal(before.findings.length, 3)
  for (const [path, gone] of [
    [['nodes', 1, 'github'], 1],
    [['nodes', 1], 1],
    [['nodes'], 3],
    [undefined, 3],
  ] as const) {
    const undo = fixture.spoilGraphql((answer) => {
      const { nodes } = answer.data as { nodes: Record<string, unknown>[] }
      for (const node of path?.[1] === 1 ? nodes.slice(1, 2) : nodes) node['github'] = null
      return {
        ...answer,
        errors: [{ type: 'SERVICE_UNAVAILABLE', ...(path && { path }), message: 'x' }],
      }
    })
    const seen = await scanned(session, { checks: ['repository_has_codeowners_file'] })
    undo()
    equal(seen.findings.length, 3 - gone)
    deepEqual(seen.coverage.find(({ outcome }) => outcome === 'error')?.count, gone)
  }
})

test('a folder that the answer leaves out, or a node of another repository, proves nothing', async (t) => {
  const { fixture } = await world(t, {
    repositories: [soundRepository(1, { files: { '.github/x': '' } })],
  })
  const session = await opened(t, fixture)
  for (const change of [
    { github: null },
    { root: null },
    { docs: {} },
    { id: 'R_other' },
    { root: { entries: [7] } },
  ]) {
    const undo = fixture.spoilGraphql((answer) => {
      const { nodes } = answer.data as { nodes: object[] }
      return { data: { nodes: nodes.map((node) => ({ ...node, ...change })) } }
    })
    const { findings, coverage } = await scanned(session, {
      checks: ['repository_has_codeowners_file'],
    })
    undo()
    deepEqual(findings, [], JSON.stringify(change))
    ok(coverage.some(({ outcome, action }) => outcome !== 'assessed' && action === 'contents:read'))
  }
})

test('an answer that is too large is asked for in halves, and one repository that is too large is a gap', async (t) => {
  const big = soundRepository(2, {
    files: { '.github/workflows/a.yml': `# ${'x'.repeat(300_000)}` },
  })
  const { fixture, state } = await world(t, {
    repositories: [soundRepository(1), big, soundRepository(3)],
  })
  const http = createHttp({
    connectTimeoutMs: 1_000,
    readTimeoutMs: 5_000,
    retries: 0,
    maxBytes: 100_000,
    hosts: [],
    endpoint: fixture.url,
    limits: { each: 8, overall: 8, perSecond: 10_000 },
    clock: hastyClock,
  })
  t.after(() => http.close())
  const session = await opened(t, fixture, inputFor(fixture, { http }))
  const seen = await scanned(session, { checks: ['githubactions_workflow_security_scan'] })
  equal(seen.findings.length, 2)
  deepEqual(gapsIn(seen), [['error', 'contents:read']])
  equal(state.repositories.length, 3)
})

test('branches with slashes, signs and letters of any script are one part of an address', async (t) => {
  for (const default_branch of ['release/1.x', 'a?b#c', 'ä%2F..', '日本']) {
    const { fixture } = await world(t, { repositories: [soundRepository(1, { default_branch })] })
    const { findings } = await scanned(await opened(t, fixture), { checks: [protectionCheck] })
    deepEqual(
      findings.map(({ status }) => status),
      ['PASS'],
      default_branch,
    )
  }
})
