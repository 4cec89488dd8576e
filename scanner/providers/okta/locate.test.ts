import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { planScan, scan } from '../../engine/index.ts'
import { acmeOrg } from '../../testing/okta/index.ts'
import { okta } from './index.ts'
import { locate } from './locate.ts'
import { opened, organizationWith } from './testing/opened.ts'

test('a uid leads to every kind of records that carries it, in its own organization', () => {
  const places = (uid: string) => locate(uid).map(({ service, kind }) => `${service}/${kind}`)
  deepEqual(places('acme.okta.com/api-token/00T1'), ['apitoken/tokens'])
  deepEqual(places('acme.okta.com/policy/00p1'), ['authenticator/policies', 'signon/policies'])
  equal(places('acme.okta.com/organization').length, 4)
  equal(places('acme.okta.com/app/0oa1').length, 3)
  ok(locate('acme.okta.com/app/0oa1').every(({ account }) => account === 'acme.okta.com'))
  for (const none of [
    '',
    'acme.okta.com',
    'acme.okta.com/app',
    'acme.okta.com/app/',
    'acme.okta.com/app/a/b',
    'acme.okta.com/organization/x',
    'acme.okta.com/toString/x',
    'ACME.okta.com/app/0oa1',
    'acme.example.com/app/0oa1',
    'arn:aws:s3:::bucket',
  ])
    deepEqual(places(none), [], none)
})

test('every kind of records that is judged is found by its uids', async (t) => {
  const organization = await organizationWith(t, { state: acmeOrg() })
  const session = await opened(t, organization)
  const uids = new Map<string, string>()
  for await (const result of scan(await planScan(session), { session }))
    if (result.kind === 'unit')
      for (const { check_id, resource } of result.findings) uids.set(check_id, resource.uid)
  equal(uids.size, 29)
  for (const [check, uid] of uids) {
    const plan = await planScan(session, { uids: [uid] })
    ok(
      plan.units.some(({ checks }) => checks.includes(check)),
      `${check} of ${uid}`,
    )
  }
})

test('a partial scan asks for no more than its resource needs, and says when it is gone', async (t) => {
  const organization = await organizationWith(t, { state: acmeOrg() })
  const session = await opened(t, organization)
  const seen = async (uid: string) => {
    const from = organization.calls.length
    const plan = await planScan(session, { uids: [uid] })
    const results = await Array.fromAsync(scan(plan, { session }))
    const findings = results.flatMap((one) => (one.kind === 'unit' ? one.findings : []))
    const gone = results.flatMap((one) => (one.kind === 'unit' ? one.gone : []))
    return {
      findings,
      gone,
      calls: organization.calls.slice(from).map(({ operation }) => operation),
    }
  }
  const policy = await seen('acme.okta.com/policy/00pSTAFF')
  equal(policy.findings.length, 4)
  equal(policy.calls.filter((name) => name === 'list policy rules').length, 1)
  const gone = await seen('acme.okta.com/api-token/00TGONE')
  deepEqual([gone.findings, gone.gone], [[], ['acme.okta.com/api-token/00TGONE']])
  ok(Object.keys(okta.services).length === 8)
})
