import { unread } from '../../../kit/index.ts'
import { given, verify } from '../../../kit/verify.ts'
import { parsePolicy } from '../policy/index.ts'
import check from './vpc_endpoint_connections_trust_boundaries.ts'
import { endpoint } from './worlds.ts'

const allowing = (Principal: unknown, Condition?: unknown) =>
  endpoint({
    policy: parsePolicy(
      JSON.stringify({
        Statement: { Effect: 'Allow', Principal, Action: '*', Resource: '*', Condition },
      }),
    ),
  })
const partner = { AWS: 'arn:aws:iam::210987654321:root' }

verify(check, {
  pass: [
    endpoint(),
    allowing('*', { StringEquals: { 'aws:PrincipalAccount': '123456789012' } }),
    // AWS services do not call through an endpoint.
    allowing('*', { Bool: { 'aws:PrincipalIsAWSService': 'true' } }),
    given(allowing(partner), { config: { trusted_account_ids: ['210987654321'] } }),
  ],
  fail: [
    allowing('*'),
    allowing(partner),
    allowing('*', { StringEquals: { 'aws:ResourceAccount': '123456789012' } }),
  ],
  manual: [allowing('*', { StringEquals: { 'aws:SourceVpc': 'vpc-2' } })],
  none: [
    endpoint({ type: 'GatewayLoadBalancer', policy: null }),
    { ...allowing('*'), managed: true },
    { ...allowing('*'), state: 'deleting' },
    { ...allowing('*'), service: 'com.amazonaws.vpce.eu-west-1.vpce-svc-0f1e2d' },
  ],
  unread: [
    endpoint({ policy: unread('broken_answer') }),
    allowing('*', { StringEquals: { 'aws:PrincipalMood': 'calm' } }),
  ],
})
