// Responses of GitHub to callers without access, and the resulting records.
import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { soundRepository } from '../../../testing/github/index.ts'
import { gitHubWith, opened, scanned } from '../testing/opened.ts'

const checks = [
  'repository_branch_delete_on_merge_enabled',
  'repository_default_branch_protection_applies_to_admins',
  'repository_default_branch_protection_enabled',
  'repository_dependency_scanning_enabled',
  'repository_immutable_releases_enabled',
  'repository_secret_scanning_enabled',
]

type Change = Parameters<typeof soundRepository>[1]

/** Verdicts and gaps of these checks in order, `-` if there is neither. */
async function outcomes(
  t: Parameters<typeof gitHubWith>[0],
  change: Change,
  denied: readonly 'administration:read'[] = [],
) {
  const { fixture } = await gitHubWith(t, {
    repositories: [soundRepository(1, change)],
    denied: [...denied],
  })
  const { findings, coverage } = await scanned(await opened(t, fixture), { checks })
  return checks.map((id) => {
    const finding = findings.find(({ check_id }) => check_id === id)
    const gap = coverage.find((row) => row.check_id === id && row.outcome !== 'assessed')
    return finding?.status ?? (gap ? `${gap.outcome} ${gap.action}` : '-')
  })
}

const off: Change = {
  deleteBranchOnMerge: false,
  protection: null,
  alerts: false,
  immutableReleases: null,
  secretScanning: 'disabled',
}
const refused = 'denied administration:read'

test('what is off fails for those who see that it is off', async (t) => {
  deepEqual(await outcomes(t, off), ['FAIL', 'FAIL', 'FAIL', 'FAIL', 'FAIL', 'FAIL'])
})

test('what is off is no verdict for those who do not see it, whom GitHub answers 404 or nothing', async (t) => {
  const seen = await outcomes(t, off, ['administration:read'])
  deepEqual(seen, [refused, refused, refused, 'FAIL', refused, refused])
})

test('what is on is no verdict for those who do not see it, either', async (t) => {
  const seen = await outcomes(t, {}, ['administration:read'])
  deepEqual(seen, ['PASS', refused, refused, 'PASS', refused, refused])
})

test('a plan without branch protection proves that there is none, but not who asks', async (t) => {
  const seen = await outcomes(t, { protection: 'not_in_plan', immutableReleases: null })
  deepEqual(seen, ['PASS', 'FAIL', 'FAIL', 'PASS', refused, 'PASS'])
})

test('a ruleset protects where branch protection is not seen; one that only evaluates does not', async (t) => {
  const ruleset = {
    id: 1,
    name: 'main',
    enforcement: 'active' as const,
    bypass_actors: [],
    rules: [{ type: 'deletion' }],
  }
  const ruled: Change = { protection: null, rulesets: [ruleset] }
  const [, , seen] = await outcomes(t, ruled, ['administration:read'])
  deepEqual(seen, 'PASS')
  const evaluated = { ...ruled, rulesets: [{ ...ruleset, enforcement: 'evaluate' as const }] }
  deepEqual((await outcomes(t, evaluated))[2], 'FAIL')
  const hidden = { ...ruled, rulesets: [{ ...ruleset, bypass_actors: null }] }
  deepEqual((await outcomes(t, hidden)).slice(1, 3), ['denied administration:write', 'PASS'])
})
