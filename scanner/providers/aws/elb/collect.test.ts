// The collector against incomplete responses: an omitted value is never the better verdict.
import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { isUnread } from '../../../kit/index.ts'
import { answering, collecting, recordsOf } from '../testing/answering.ts'
import { collect } from './collect.ts'

const balancer = {
  LoadBalancerDescriptions: [
    {
      LoadBalancerName: 'intranet',
      AvailabilityZones: ['eu-west-1a'],
      ListenerDescriptions: [
        { Listener: { Protocol: 'HTTPS', LoadBalancerPort: 443 }, PolicyNames: ['negotiation'] },
      ],
    },
  ],
}

const on = { Enabled: true }
const attributesWith = (AdditionalAttributes?: unknown) => ({
  LoadBalancerAttributes: {
    CrossZoneLoadBalancing: on,
    AccessLog: on,
    ConnectionDraining: on,
    AdditionalAttributes,
  },
})

test('an omitted desync mitigation mode is unknown and hides no other attribute', async () => {
  for (const additional of [undefined, [], [{ Key: 'elb.http.desyncmitigationmode' }]]) {
    const aws = answering({
      'elb:DescribeLoadBalancers': balancer,
      'elb:DescribeLoadBalancerAttributes': attributesWith(additional),
    })
    const [found] = await recordsOf(collect(collecting(aws)).loadBalancers, 'attributes')
    deepEqual(found?.attributes, {
      cross_zone: true,
      access_logs: true,
      connection_draining: true,
      desync_mode: null,
    })
  }
})

test('a policy that omits its attributes or a value is unread', async () => {
  const complete = { AttributeName: 'Protocol-TLSv1.2', AttributeValue: 'true' }
  const cases: [attributes: unknown, isUnread: boolean][] = [
    [[complete], false],
    [undefined, true],
    [[], true],
    [[complete, { AttributeName: 'Protocol-TLSv1' }], true],
    [[complete, { AttributeValue: 'true' }], true],
  ]
  for (const [PolicyAttributeDescriptions, expected] of cases) {
    const policy = { PolicyName: 'negotiation', PolicyTypeName: 'SSLNegotiationPolicyType' }
    const aws = answering({
      'elb:DescribeLoadBalancers': balancer,
      'elb:DescribeLoadBalancerPolicies': {
        PolicyDescriptions: [{ ...policy, PolicyAttributeDescriptions }],
      },
    })
    const [found] = await recordsOf(collect(collecting(aws)).loadBalancers, 'old_tls')
    deepEqual(isUnread(found?.old_tls), expected, JSON.stringify(PolicyAttributeDescriptions))
  }
})
