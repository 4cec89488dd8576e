// Properties of every scan of GitHub, against the fixture.
import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { planScan, summarize } from '../../engine/index.ts'
import { soundRepository } from '../../testing/github/index.ts'
import { gitHubWith, opened, scanned } from './testing/opened.ts'

const many = (count: number) =>
  Array.from({ length: count }, (_, at) => soundRepository(1_000 + at))

test('a sound organization passes every check, and findings have no region', async (t) => {
  const { fixture } = await gitHubWith(t, { repositories: many(3) })
  const { findings, coverage } = await scanned(await opened(t, fixture))
  deepEqual(
    findings.filter(({ status }) => status !== 'PASS').map((one) => one.status_extended),
    [],
  )
  deepEqual(summarize(coverage).gaps, [])
  equal(findings.length, 5 + 3 * 17 + 3) // a private repository needs no SECURITY.md
  ok(findings.every(({ region }) => region === ''))
})

test('calls grow by hardly more than three for each repository, and a hundred of them are a page', async (t) => {
  const callsFor = async (count: number) => {
    const { fixture } = await gitHubWith(t, { repositories: many(count) })
    await scanned(await opened(t, fixture))
    return fixture.calls
  }
  const [some, more] = [await callsFor(100), await callsFor(300)]
  const perRepository = (more.length - some.length) / 200
  ok(perRepository < 3.2, `${perRepository} calls`)
  const counted = Map.groupBy(more, ({ operation }) => operation)
  equal(counted.get('GET /repos/{owner}/{repo}/branches/{branch}/protection')?.length, 300)
  equal(counted.get('GET /orgs/{org}/repos')?.length, 2 * 3)
  equal(counted.get('POST /graphql')?.length, 2 * 15)
  equal(counted.get('GET /repos/{owner}/{repo}/dependabot/alerts'), undefined)
})

test('every request says which version of the API it means, and who asks', async (t) => {
  const { fixture } = await gitHubWith(t, { repositories: many(1) })
  await scanned(await opened(t, fixture))
  ok(fixture.calls.every(({ authorization }) => authorization === 'Bearer ghp_classic'))
  ok(fixture.calls.every(({ version }) => version === '2022-11-28'))
})

test('nothing is asked of an archived repository but what its secrets are', async (t) => {
  const repositories = [soundRepository(1, { archived: true })]
  const { fixture } = await gitHubWith(t, { repositories })
  const { findings } = await scanned(await opened(t, fixture))
  deepEqual(
    findings.filter(({ service }) => service !== 'organization').map((one) => one.check_id),
    ['repository_inactive_not_archived', 'repository_secret_scanning_enabled'],
  )
  ok(!fixture.calls.some(({ operation }) => operation.includes('/branches/')))
})

test('a repository without a commit has no default branch to judge', async (t) => {
  const repositories = [soundRepository(1, { isEmpty: true, pushed_at: null, files: {} })]
  const { fixture } = await gitHubWith(t, { repositories })
  const { findings, coverage } = await scanned(await opened(t, fixture))
  ok(!findings.some(({ check_id }) => /default_branch|codeowners|securitymd/.test(check_id)))
  deepEqual(summarize(coverage).gaps, [])
})

test('an account of a user has no organization, which is not applicable and no gap', async (t) => {
  const repositories = [soundRepository(1, { owner: 'octocat' }), soundRepository(2)]
  const { fixture } = await gitHubWith(t, { repositories })
  const { findings, coverage } = await scanned(await opened(t, fixture, { uid: 'octocat' }))
  ok(findings.every(({ resource }) => resource.name.startsWith('octocat/')))
  const outcomes = coverage.filter(({ check_id }) => check_id.startsWith('organization_'))
  deepEqual([...new Set(outcomes.map(({ outcome }) => outcome))], ['not_applicable'])
})

test('single repositories are looked at again by their uids, whatever they are called now', async (t) => {
  const repositories = many(3)
  const { fixture } = await gitHubWith(t, { repositories })
  const there = 'https://api.github.com/repositories/1001'
  const missing = 'https://api.github.com/repositories/7'
  const session = await opened(t, fixture)
  const before = await scanned(session, { uids: [there] })
  for (const one of repositories) one.name = `renamed-${one.id}`
  const { findings, gone } = await scanned(session, { uids: [there, missing] })
  deepEqual([...new Set(findings.map(({ resource }) => resource.name))], ['octo-org/renamed-1001'])
  deepEqual(
    findings.map(({ uid }) => uid),
    before.findings.map(({ uid }) => uid),
  )
  deepEqual(gone, [missing])
  const asked = fixture.calls.filter(({ operation }) => operation.includes('/protection'))
  equal(asked.length, 2)
  await rejects(planScan(session, { uids: ['octo-org/shop'] }), { code: 'unknown_resource' })
})

test('of a capped account as many repositories are judged, and the rest is a gap', async (t) => {
  const { fixture } = await gitHubWith(t, { repositories: many(5) })
  const config = { max_scanned_resources_per_service: 2 }
  const { findings, coverage } = await scanned(await opened(t, fixture, { config }))
  const names = new Set(findings.map(({ resource }) => resource.name.split('/')[1]))
  equal(names.size, 3) // and the organization itself
  ok(summarize(coverage).gaps.some(({ outcome }) => outcome === 'capped'))
})

test('excluded checks and services cost no call', async (t) => {
  const { fixture } = await gitHubWith(t, { repositories: many(1) })
  const config = {
    excluded_services: ['githubactions', 'organization'],
    excluded_checks: ['repository_immutable_releases_enabled'],
  }
  const { findings } = await scanned(await opened(t, fixture, { config }))
  equal(findings.length, 16)
  ok(!fixture.calls.some(({ operation }) => operation.includes('immutable')))
  equal(fixture.calls.filter(({ operation }) => operation === 'POST /graphql').length, 1)
})

test('repositories that are not shown leave the list incomplete: what is not seen is not gone', async (t) => {
  const { fixture, state } = await gitHubWith(t, { repositories: many(2) })
  state.denied = ['organization_administration:read']
  const { gone, coverage } = await scanned(await opened(t, fixture), {
    uids: ['https://api.github.com/repositories/7'],
  })
  deepEqual(gone, [])
  ok(coverage.some(({ outcome, action }) => outcome === 'denied' && action !== null))
})

test('a token that sees fewer repositories than there are leaves the list incomplete', async (t) => {
  const { fixture, state } = await gitHubWith(t, { repositories: many(3) })
  const session = await opened(t, fixture)
  state.repositories.pop()
  const { findings, coverage } = await scanned(session)
  ok(findings.some(({ resource }) => resource.name === 'octo-org/repository-1000'))
  const gaps = coverage.filter(({ outcome }) => outcome === 'denied')
  ok(gaps.some(({ action }) => action === 'metadata:read'))
})

test('a fine-grained token is compared with the number of repositories, too', async (t) => {
  const { fixture } = await gitHubWith(t, { repositories: many(2) })
  const secret = { personal_access_token: 'github_pat_fine' }
  const whole = await scanned(await opened(t, fixture, { secret }))
  deepEqual(summarize(whole.coverage).gaps, [])
})

test('internal repositories, which may not be counted, do not make up for private ones that are not shown', async (t) => {
  const repositories = [1, 2, 3, 4].map((id) => soundRepository(id, { visibility: 'internal' }))
  const { fixture, state } = await gitHubWith(t, { repositories: repositories.slice(0, 3) })
  const session = await opened(t, fixture)
  state.repositories = repositories
  const { coverage } = await scanned(session, { checks: ['repository_secret_scanning_enabled'] })
  ok(coverage.some(({ outcome, action }) => outcome === 'denied' && action === 'metadata:read'))
})
