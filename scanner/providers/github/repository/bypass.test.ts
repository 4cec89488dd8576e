// Ineffective protection: rulesets that writers can bypass, branch protection that allows everything.
import { deepEqual, equal, ok, throws } from 'node:assert/strict'
import { test } from 'node:test'
import { CallProblem, isUnread, unread, Withheld } from '../../../kit/index.ts'
import { type Repository, soundRepository } from '../../../testing/github/index.ts'
import type { GitHub, ListedRepository } from '../client.ts'
import { gitHubWith, opened, scanned } from '../testing/opened.ts'
import { classicOf, guardOf, questions, type Rule, Rulesets, staleReviewsOf } from './protection.ts'

const branch = 'repository_default_branch_'
const asked = ['protection_enabled', 'disallows_force_push', 'requires_multiple_approvals']
const admins = 'protection_applies_to_admins'

const allowingAll = {
  enforce_admins: { enabled: true },
  required_signatures: { enabled: false },
  required_linear_history: { enabled: false },
  allow_force_pushes: { enabled: true },
  allow_deletions: { enabled: true },
  required_conversation_resolution: { enabled: false },
}

async function verdicts(
  t: Parameters<typeof gitHubWith>[0],
  change: Partial<Repository>,
  names: readonly string[] = asked,
) {
  const repositories = [soundRepository(1, { protection: null, ...change })]
  const { fixture } = await gitHubWith(t, { repositories })
  const checks = names.map((name) => branch + name)
  const { findings } = await scanned(await opened(t, fixture), { checks })
  return checks.map((id) => findings.find(({ check_id }) => check_id === id)?.status)
}

const rulesetFor = (actor_id: number, bypass_mode: string): Partial<Repository> => ({
  rulesets: [
    {
      id: 1,
      name: 'main',
      enforcement: 'active',
      bypass_actors: [{ actor_id, actor_type: 'RepositoryRole', bypass_mode }],
      rules: [
        { type: 'non_fast_forward' },
        { type: 'pull_request', parameters: { required_approving_review_count: 2 } },
      ],
    },
  ],
})

test('a ruleset that whoever may write passes by protects nothing', async (t) => {
  for (const mode of ['always', 'exempt'])
    deepEqual(await verdicts(t, rulesetFor(4, mode)), ['FAIL', 'FAIL', 'FAIL'], mode)
})

test('one that writers pass by in pull requests still keeps their pushes off, but asks for no review', async (t) => {
  deepEqual(await verdicts(t, rulesetFor(4, 'pull_request')), ['PASS', 'PASS', 'FAIL'])
})

test('one that maintainers or administrators pass by holds for all others', async (t) => {
  for (const role of [2, 5])
    deepEqual(await verdicts(t, rulesetFor(role, 'always')), ['PASS', 'PASS', 'PASS'])
})

test('a ruleset that writers pass by excepts administrators, too', async (t) => {
  const change = { ...rulesetFor(4, 'always'), protection: { ...allowingAll } }
  deepEqual(await verdicts(t, change, [admins]), ['FAIL'])
})

test('a ruleset that cannot be read, because GitHub fails, is no protection and no lack of it', async (t) => {
  const operation = 'GET /repos/{owner}/{repo}/rulesets/{ruleset_id}'
  for (const deed of [{ do: 'status', status: 500 }, { do: 'garbage' }] as const) {
    const repositories = [soundRepository(1, { protection: null, ...rulesetFor(4, 'always') })]
    const { fixture } = await gitHubWith(t, { repositories })
    fixture.script({ match: { operation }, ...deed })
    const checks = [`${branch}disallows_force_push`]
    const { findings, coverage } = await scanned(await opened(t, fixture), { checks })
    deepEqual(findings, [])
    const gaps = coverage.filter(({ outcome }) => outcome !== 'assessed')
    deepEqual(
      gaps.map(({ outcome, action }) => [outcome, action]),
      [['error', 'metadata:read']],
    )
  }
})

test('a ruleset that could not be read for one repository is asked for again for the next', async () => {
  let asked = 0
  const client = {
    async *objects() {
      yield { type: 'deletion', ruleset_id: 1 }
    },
    async object() {
      asked += 1
      if (asked === 1) throw new CallProblem('http_500', 'error', 'metadata:read', 'It failed.')
      return { name: 'main', enforcement: 'active', bypass_actors: [] }
    },
  }
  const rulesets = new Rulesets(client as unknown as GitHub)
  const repository = { full_name: 'octo-org/shop', default_branch: 'main' } as ListedRepository
  ok(isUnread(await rulesets.read(repository)))
  for (let n = 0; n < 2; n++) ok(!isUnread(await rulesets.read(repository)))
  equal(asked, 2)
})

test('branch protection that allows everything protects nothing, and binds nobody', async (t) => {
  const names = ['protection_enabled', admins]
  deepEqual(await verdicts(t, { protection: allowingAll }, names), ['FAIL', 'FAIL'])
  for (const limit of [
    { allow_deletions: { enabled: false } },
    { lock_branch: { enabled: true } },
    { restrictions: { users: [], teams: [], apps: [] } },
    { required_pull_request_reviews: { required_approving_review_count: 0 } },
  ]) {
    const protection = { ...allowingAll, ...limit }
    deepEqual(await verdicts(t, { protection }, names), ['PASS', 'PASS'], JSON.stringify(limit))
  }
  const { allow_deletions: _left, ...partly } = allowingAll
  throws(
    () => guardOf({ classic: classicOf(partly), rules: [] }, questions.protection),
    Withheld,
    'an answer that leaves a setting out proves nothing',
  )
})

test('dismissing approvals takes a review that somebody asks for', () => {
  const reviews = (count: number, codeOwners = false) =>
    classicOf({
      ...allowingAll,
      required_pull_request_reviews: {
        dismiss_stale_reviews: true,
        require_code_owner_reviews: codeOwners,
        required_approving_review_count: count,
      },
    })
  const rule = (parameters: Readonly<Record<string, unknown>>): Rule => ({
    type: 'pull_request',
    parameters,
    ruleset: { name: 'main', bypass: [] },
  })
  const dismissing = { dismiss_stale_reviews_on_push: true, required_approving_review_count: 0 }
  const count = (protection: Parameters<typeof staleReviewsOf>[0]) =>
    staleReviewsOf(protection)?.by.length
  deepEqual(
    [
      count({ classic: reviews(0), rules: [] }),
      count({ classic: reviews(1), rules: [] }),
      count({ classic: reviews(0, true), rules: [] }),
      count({ classic: 'none', rules: [rule(dismissing)] }),
      count({ classic: reviews(0), rules: [rule({ required_approving_review_count: 1 })] }),
    ],
    [0, 1, 1, 0, 1],
  )
  throws(() => count({ classic: reviews(0), rules: unread('forbidden') }), Withheld)
})
