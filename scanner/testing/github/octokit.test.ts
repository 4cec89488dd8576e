// GitHub's own client reads the fixture: its paging, its errors and its GraphQL.
import { deepEqual, equal, rejects } from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { Octokit } from '@octokit/rest'
import { nodeId } from './graphql.ts'
import { emptyGitHub, type GitHubState, soundRepository, startFixtureGitHub } from './index.ts'

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

async function client(t: TestContext, changes: Partial<GitHubState> = {}) {
  const repositories = Array.from({ length: 7 }, (_, at) => soundRepository(at + 1))
  const fixture = await startFixtureGitHub({ ...emptyGitHub(), repositories, ...changes })
  t.after(() => fixture.close())
  const octokit = new Octokit({ auth: 'ghp_classic', baseUrl: fixture.url, log: silent })
  return { octokit, fixture }
}

const place = { owner: 'octo-org', repo: 'repository-1', branch: 'main' }

test('it pages through repositories', async (t) => {
  const { octokit, fixture } = await client(t)
  const all = await octokit.paginate(octokit.rest.repos.listForOrg, {
    org: 'octo-org',
    per_page: 3,
  })
  deepEqual(
    all.map(({ id }) => id),
    [1, 2, 3, 4, 5, 6, 7],
  )
  equal(fixture.calls.length, 3)
})

test('it reads branch protection, rules, the organization and who asks', async (t) => {
  const { octokit } = await client(t)
  const { data: protection } = await octokit.rest.repos.getBranchProtection(place)
  equal(protection.enforce_admins?.enabled, true)
  equal(protection.required_pull_request_reviews?.required_approving_review_count, 2)
  deepEqual((await octokit.rest.repos.getBranchRules(place)).data, [])
  const { data: organization } = await octokit.rest.orgs.get({ org: 'octo-org' })
  equal(organization.two_factor_requirement_enabled, true)
  const { data: user, headers } = await octokit.rest.users.getAuthenticated()
  deepEqual([user.login, headers['x-oauth-scopes']], ['octocat', 'repo, admin:org'])
})

test('it understands refusals, and what GraphQL answers in part', async (t) => {
  const { octokit, fixture } = await client(t, { denied: ['contents:read'] })
  await rejects(octokit.rest.repos.get({ owner: 'octo-org', repo: 'none' }), { status: 404 })
  const undo = fixture.script({ match: {}, do: 'deny' })
  await rejects(octokit.rest.repos.get(place), { status: 403 })
  undo()
  const query = `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Repository { id root: object(expression: "HEAD:") { id } } } }`
  await rejects(octokit.graphql(query, { ids: [nodeId(1)] }), (error: { data?: unknown }) => {
    deepEqual(error.data, { nodes: [{ id: nodeId(1), root: null }] })
    return true
  })
})
