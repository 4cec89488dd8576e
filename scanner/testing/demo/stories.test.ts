/** The demo's three accounts belong to one company: findings of one lead to findings of another. */
import { ok } from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { FindingRecord } from '../../index.ts'
import { aws, github, okta, type Provider } from '../../index.ts'
import { startFixtureCloud } from '../cloud.ts'
import { startFixtureGitHub } from '../github/index.ts'
import { type Seen, scanned } from '../kinds/scanned.ts'
import { startFixtureOkta } from '../okta/index.ts'
import { demoAccount, demoCredentials } from './account.ts'
import { administrator, demoId, deployRole, organization, websiteBucket } from './facts.ts'
import { demoGitHub, demoGitHubCredentials } from './github.ts'
import { demoOkta, demoOktaCredentials } from './okta.ts'

const now = new Date()
const quick = { retries: 0, max_requests_per_second: 10_000 }
let seen: Record<'aws' | 'github' | 'okta', Seen>

const found = (
  provider: unknown,
  fixture: { readonly url: string },
  { uid, secret, ...how }: { uid: string; secret: object; service?: string },
): Promise<Seen> => {
  const input = { uid, secret, config: { endpoint_url: fixture.url, ...quick } }
  return scanned({ provider: provider as Provider<unknown> }, { input, now }, how)
}

before(async () => {
  const organizationOfOkta = demoOkta()
  const fixtures = {
    aws: await startFixtureCloud({ accounts: [demoAccount(now)] }),
    github: await startFixtureGitHub(demoGitHub(now)),
    okta: await startFixtureOkta({ state: organizationOfOkta }),
  }
  after(() => Promise.all(Object.values(fixtures).map((one) => one.close())))
  seen = {
    aws: await found(aws, fixtures.aws, { uid: demoId, secret: demoCredentials, service: 's3' }),
    github: await found(github, fixtures.github, {
      uid: organization,
      secret: demoGitHubCredentials,
    }),
    okta: await found(okta, fixtures.okta, {
      uid: organizationOfOkta.domain,
      secret: demoOktaCredentials,
    }),
  }
})

/** The sentence of the one FAIL of a check that names something. */
function failing({ findings }: Seen, check: string, named: string): string {
  const those = findings.filter(
    ({ check_id, status, status_extended }: FindingRecord) =>
      check_id === check && status === 'FAIL' && status_extended.includes(named),
  )
  ok(those.length === 1, `${check} fails ${those.length} times for ${named}`)
  return those[0]?.status_extended ?? ''
}

test('the bucket that is public in AWS is written by a workflow of a branch that nobody protects', () => {
  failing(seen.aws, 's3_bucket_public_access', websiteBucket)
  const workflow = failing(seen.github, 'githubactions_workflow_security_scan', websiteBucket)
  const inserts = `the job deploy-to-${websiteBucket} inserts github.event.head_commit.message into a script`
  ok(workflow.includes(inserts), workflow)
  failing(seen.github, 'repository_default_branch_protection_enabled', websiteBucket)
})

test('the workflow takes a role of the AWS account that trusts the organization', () => {
  const role = demoAccount(now).iam.roles.find(({ name }) => name === deployRole)
  ok(JSON.stringify(role?.trust).includes(`repo:${organization}/*`))
  const [repository] = demoGitHub(now).repositories.filter(({ name }) => name === websiteBucket)
  const texts = Object.values(repository?.files ?? {}).join('\n')
  ok(texts.includes(`arn:aws:iam::${demoId}:role/${deployRole}`))
  ok(texts.includes(`s3://${websiteBucket}`))
})

test('who administers AWS and passes by the rules on GitHub enters the Okta Admin Console with one factor', () => {
  ok(demoAccount(now).iam.users.some(({ name }) => name === administrator))
  failing(seen.okta, 'application_admin_console_mfa_required', administrator)
  failing(seen.okta, 'apitoken_not_super_admin', administrator)
  const bypassed = seen.github.findings.filter(({ status_extended }) =>
    status_extended.includes(`but for ${administrator}`),
  )
  ok(bypassed.length > 0)
})

for (const [kind, statuses] of Object.entries({
  github: ['PASS', 'FAIL'], // none of its checks needs manual review
  okta: ['PASS', 'FAIL', 'MANUAL'],
} as const))
  test(`the demo's ${kind} account has each verdict that its checks give, and something that cannot be read`, () => {
    const { findings, coverage } = seen[kind as 'github' | 'okta']
    for (const status of statuses)
      ok(
        findings.some((one) => one.status === status),
        status,
      )
    ok(coverage.some(({ outcome }) => outcome !== 'assessed'))
  })
