// For every provider type: an incomplete item of a list is a gap that names it, and the other items are judged.
import { deepEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { withoutField } from './testing/fields.ts'
import { kindsUnderTest, scanned } from './testing/kinds/index.ts'
import { RecordedCalls } from './testing/recorded.ts'

/** Lists with more than one item, and required fields of their items: by service, then by call. */
const lists: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>> =
  {
    aws: {
      cloudfront: {
        'cloudfront:ListDistributions':
          'DistributionList.Items.DistributionSummary.Origins.Items.Origin.DomainName',
      },
      vpc: {
        'ec2:DescribeVpcEndpoints':
          'DescribeVpcEndpointsResponse.vpcEndpointSet.item.vpcEndpointType',
      },
      awslambda: { 'lambda:ListFunctions': 'Functions[].Runtime' },
      acm: { 'acm:ListCertificates': 'CertificateSummaryList[].Type' },
      iam: {
        'iam:GetAccountAuthorizationDetails':
          'GetAccountAuthorizationDetailsResponse.GetAccountAuthorizationDetailsResult.Policies.member.AttachmentCount',
      },
    },
    github: { repository: { 'GET /orgs/{org}/repos': '[].archived' } },
    kubernetes: { rbac: { 'list clusterrolebindings': 'items[].roleRef' } },
    okta: {
      apitoken: { 'list api tokens': '[].name' },
      application: { 'list apps': '[].label' },
      signon: { 'list sign-on policies': '[].status' },
    },
  }

for (const kind of kindsUnderTest) {
  const { type } = kind.provider
  test(`${type}: an incomplete item costs its own verdicts, and is named`, async (t) => {
    const fixture = await kind.start()
    t.after(() => fixture.close())
    for (const [service, calls] of Object.entries(lists[type] ?? {}))
      for (const [call, field] of Object.entries(calls)) {
        const recorded = new RecordedCalls()
        const provider = { provider: recorded.of(kind.provider) }
        const before = await scanned(provider, fixture, { service })
        let left = 1
        recorded.change = (name, answer) => {
          if (name !== call || left === 0) return undefined
          const changed = withoutField(answer, field, 1)
          if (!changed.body.equals(answer.body)) left -= 1
          return changed
        }
        const after = await scanned(provider, fixture, { service })
        const said = `${service} ${call} ${field}`
        const kept = new Set(after.findings.map(({ uid }) => uid))
        const lost = before.findings.filter(({ uid }) => !kept.has(uid))
        const resources = new Set(lost.map(({ resource }) => `${resource.uid} ${resource.name}`))
        ok(lost.length > 0 && after.findings.length > 0, said)
        for (const { check_id } of lost)
          ok(
            after.unread.some((it) => it.check_id === check_id),
            `${said}: ${check_id} has no gap`,
          )
        const named = after.coverage.filter(
          ({ outcome, sample }) =>
            outcome === 'error' && [...resources].some((name) => sample && name.includes(sample)),
        )
        deepEqual([resources.size, named.length > 0], [1, true], said)
      }
  })
}
