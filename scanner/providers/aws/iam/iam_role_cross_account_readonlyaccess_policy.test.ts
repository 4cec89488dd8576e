import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './iam_role_cross_account_readonlyaccess_policy.ts'
import { role, statement } from './worlds.ts'

const reading = [{ name: 'ReadOnlyAccess', uid: 'arn:aws:iam::aws:policy/ReadOnlyAccess' }]
const trusting = (Principal: unknown, rest = {}) => [
  statement({ Effect: 'Allow', Action: 'sts:AssumeRole', Principal, ...rest }),
]
const inOrganization = (operator: string, id: string) => ({
  Condition: { [operator]: { 'aws:PrincipalOrgID': id } },
})

verify(check, {
  pass: [
    role({ trust: trusting({ AWS: '210987654321' }) }),
    role({ attached_policies: reading }),
    role({ attached_policies: reading, trust: trusting({ Service: 'ec2.amazonaws.com' }) }),
    role({
      attached_policies: reading,
      trust: trusting({ Federated: 'arn:aws:iam::123456789012:saml-provider/directory' }),
    }),
    role({
      attached_policies: reading,
      trust: trusting({ AWS: 'arn:aws:iam::123456789012:root' }),
    }),
    // A principal that may only tag sessions cannot start one.
    role({
      attached_policies: reading,
      trust: trusting({ AWS: '210987654321' }, { Action: 'sts:TagSession' }),
    }),
  ],
  fail: [
    role({
      attached_policies: reading,
      trust: trusting({ AWS: '210987654321' }, { Action: ['sts:TagSession', 'sts:AssumeRole'] }),
    }),
    role({ attached_policies: reading, trust: trusting({ AWS: '210987654321' }) }),
    role({
      attached_policies: reading,
      trust: trusting({ AWS: ['123456789012', 'arn:aws:iam::210987654321:role/reader'] }),
    }),
    role({ attached_policies: reading, trust: trusting('*') }),
    role({
      attached_policies: reading,
      trust: trusting('*', inOrganization('StringEquals', 'o-1')),
    }),
    role({ attached_policies: reading, trust: trusting('*', inOrganization('StringLike', 'o-*')) }),
    role({
      attached_policies: reading,
      trust: trusting({ AWS: '*' }, { Condition: { StringEquals: { 'sts:ExternalId': 'x' } } }),
    }),
  ],
  manual: [
    role({ attached_policies: reading, trust: trusting({ Federated: 'accounts.google.com' }) }),
  ],
  unread: [role({ trust: unread('broken_policy', { outcome: 'error' }) })],
})
