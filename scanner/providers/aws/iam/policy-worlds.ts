// What policies say, by the question that checks ask of them: the same of inline policies, of those of
// customers and of those of AWS, so that the answers cannot drift apart.
import { type Unread, unread } from '../../../kit/index.ts'
import type { Worlds } from '../../../kit/verify.ts'
import { allow, deny } from './worlds.ts'

type Statements = readonly ReturnType<typeof allow>[]
export interface PolicyWorlds {
  readonly pass: readonly Statements[]
  readonly fail: readonly Statements[]
}

/**
 * The worlds of a check over policies that `make` builds: the sound one passes, those of the table do as
 * it says, and one that cannot be read gives no verdict.
 */
export const holding = <R>(
  { pass, fail }: PolicyWorlds,
  make: (changes: { statements?: ReturnType<typeof allow>[] | Unread }) => R,
): Worlds<R> => ({
  pass: [make({}), ...pass.map((statements) => make({ statements: [...statements] }))],
  fail: fail.map((statements) => make({ statements: [...statements] })),
  unread: [make({ statements: unread('broken_policy', { outcome: 'error' }) })],
})

export const administration: PolicyWorlds = {
  pass: [
    [allow('s3:*')],
    [allow('*', { Resource: 'arn:aws:s3:::reports/*' })],
    // A power user's: everything but handing out rights.
    [allow([], { Action: undefined, NotAction: ['iam:*', 'organizations:*'] })],
    [allow('*'), deny('iam:*')],
    [deny('*')],
  ],
  fail: [
    [allow('*')],
    [allow('s3:GetObject'), allow(['ec2:*', '*:*'], { Resource: ['*'] })],
    [allow([], { Action: undefined, NotAction: 'aws-portal:*' })],
    [allow('*', { Resource: undefined, NotResource: 'arn:aws:s3:::vault' })],
    // A condition holds for somebody, and a denial under one does not for everybody.
    [allow('*', { Condition: { Bool: { 'aws:MultiFactorAuthPresent': 'true' } } })],
    [
      allow('*'),
      deny('*', { Condition: { StringNotEquals: { 'aws:RequestedRegion': 'eu-west-1' } } }),
    ],
  ],
}

export const escalation: PolicyWorlds = {
  pass: [
    [allow(['iam:Get*', 'iam:List*'])],
    // Half a way is none.
    [allow('iam:PassRole')],
    [allow('ec2:RunInstances')],
    [allow('iam:CreateAccessKey'), deny('iam:*AccessKey')],
  ],
  fail: [
    [allow('*')],
    [allow('iam:PutUserPolicy', { Resource: 'arn:aws:iam::123456789012:user/alice' })],
    [allow('iam:PassRole'), allow('ec2:Run*')],
    [allow(['iam:passrole', 'lambda:CreateFunction', 'lambda:InvokeFunction'])],
    [allow([], { Action: undefined, NotAction: 'ec2:*' })],
    // A denial for everybody but one leaves that one.
    [
      allow('iam:CreateAccessKey'),
      deny('iam:*', { Resource: undefined, NotResource: 'arn:aws:iam::123456789012:user/boss' }),
    ],
    // A denial for one user leaves the others.
    [
      allow('iam:CreateAccessKey'),
      deny('iam:CreateAccessKey', { Resource: 'arn:aws:iam::123456789012:user/root-like' }),
    ],
  ],
}

/** Every action of a service; `kind` is what its resources are called, `other` another service. */
const everythingOf = (service: string, kind: string, other: string): PolicyWorlds => ({
  pass: [
    [allow(`${service}:Describe*`)],
    [allow(`${other}:*`)],
    [allow(`${service}:*`, { Resource: `arn:aws:${service}:eu-west-1:123456789012:${kind}/*` })],
    [allow(`${service}:*`), deny(`${service}:*`)],
  ],
  fail: [
    [allow(`${service}:*`)],
    [allow('*')],
    [allow(`${service}:*`, { Resource: `arn:aws:${service}:*:*:*` })],
    [allow(`${service}:*`, { Resource: `arn:aws:${service}:*:123456789012:${kind}/*` })],
    [allow([], { Action: undefined, NotAction: `${other}:*` })],
  ],
})
export const everythingOfCloudtrail = everythingOf('cloudtrail', 'trail', 'kms')
export const everythingOfKms = everythingOf('kms', 'key', 'cloudtrail')

const approved = {
  Condition: { 'ForAllValues:StringEquals': { 'aws-marketplace:ProductId': ['prod-1'] } },
}
export const marketplace: PolicyWorlds = {
  pass: [
    [allow('aws-marketplace:ViewSubscriptions')],
    [allow('aws-marketplace:Subscribe', approved)],
    [allow('aws-marketplace:*'), deny('aws-marketplace:Subscribe')],
  ],
  fail: [
    [allow('aws-marketplace:Subscribe')],
    [allow('*')],
    [allow('aws-marketplace:Subscribe', approved), allow('aws-marketplace:*')],
  ],
}
