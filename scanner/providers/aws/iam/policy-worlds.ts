// Policy fixtures by subject, shared by the checks of inline, customer and AWS policies, so that their verdicts stay
// the same.
import { type Unread, unread } from '../../../kit/index.ts'
import type { Worlds } from '../../../kit/verify.ts'
import { cloudtrail, kms } from './full-access.ts'
import { allow, deny } from './worlds.ts'

type Statements = readonly ReturnType<typeof allow>[]
export interface PolicyWorlds {
  readonly pass: readonly Statements[]
  readonly fail: readonly Statements[]
  readonly manual?: readonly Statements[]
}

/**
 * The fixtures of a check of policies that `make` creates: a secure policy passes, those of the table have its
 * verdicts, and an unreadable policy has none.
 */
export const holding = <R>(
  { pass, fail, manual = [] }: PolicyWorlds,
  make: (changes: { statements?: ReturnType<typeof allow>[] | Unread }) => R,
): Worlds<R> => ({
  partition: 'aws',
  pass: [make({}), ...pass.map((statements) => make({ statements: [...statements] }))],
  fail: fail.map((statements) => make({ statements: [...statements] })),
  manual: manual.map((statements) => make({ statements: [...statements] })),
  unread: [make({ statements: unread('broken_policy', { outcome: 'error' }) })],
})

export const administration: PolicyWorlds = {
  pass: [
    [allow('s3:*')],
    [allow('*', { Resource: 'arn:aws:s3:::reports/*' })],
    // A power user's: everything but handing out rights.
    [allow([], { Action: undefined, NotAction: ['iam:*', 'organizations:*'] })],
    [allow('*'), deny('iam:*')],
    [allow('*'), deny('iam:*', { Resource: 'arn:aws:iam::123456789012:*' })],
    [deny('*')],
    // The remaining actions cannot grant permissions.
    [allow('*'), deny([], { Action: undefined, NotAction: ['iam:Get*', 'ec2:*'] })],
    [allow('*'), deny(['iam:A*', 'iam:C*', 'iam:P*', 'iam:S*', 'iam:U*'])],
    [
      allow([], {
        Action: undefined,
        NotAction: ['iam:A*', 'iam:C*', 'iam:P*', 'iam:S*', 'iam:U*'],
      }),
    ],
  ],
  fail: [
    [allow('*')],
    [allow('*'), deny('iam:DeleteUser')],
    [allow('*'), deny(['iam:A*', 'iam:C*', 'iam:P*', 'iam:S*'])],
    // The denial covers users only: roles and policies remain allowed.
    [allow('*:*'), deny('iam:*', { Resource: 'arn:aws:iam::123456789012:user/*' })],
    [allow('s3:GetObject'), allow(['ec2:*', '*:*'], { Resource: ['*'] })],
    [allow([], { Action: undefined, NotAction: 'aws-portal:*' })],
    [allow('*', { Resource: undefined, NotResource: 'arn:aws:s3:::vault' })],
    // A condition may match some requests, and a conditional denial does not match all.
    [allow('*', { Condition: { Bool: { 'aws:MultiFactorAuthPresent': 'true' } } })],
    [
      allow('*'),
      deny('*', { Condition: { StringNotEquals: { 'aws:RequestedRegion': 'eu-west-1' } } }),
    ],
  ],
}

const worker = 'arn:aws:iam::123456789012:role/worker'
const oneself = 'arn:aws:iam::123456789012:user/${aws:username}'
/** Actions that create credentials of a user. Users gain no permissions by creating their own. */
const credentials = [
  'iam:CreateAccessKey',
  'iam:CreateLoginProfile',
  'iam:CreateServiceSpecificCredential',
  'iam:ResetServiceSpecificCredential',
  'iam:UpdateLoginProfile',
  'iam:UploadSSHPublicKey',
]

export const escalation: PolicyWorlds = {
  pass: [
    [allow(['iam:Get*', 'iam:List*'])],
    // Half an escalation does not count.
    [allow('iam:PassRole')],
    [allow('ec2:RunInstances')],
    [allow('sts:AssumeRole', { Resource: 'arn:aws:iam::123456789012:role/deploy' })],
    [
      allow('iam:PutUserPolicy', { Resource: 'arn:aws:iam::123456789012:user/*' }),
      deny('iam:Put*', { Resource: 'arn:aws:iam::*:user/*' }),
    ],
    [allow('iam:CreateAccessKey'), deny('iam:*AccessKey')],
    [allow('iam:PassRole', { Resource: worker })],
    [allow('ec2:RunInstances'), allow('iam:PassRole'), deny('iam:PassRole')],
    // Users who manage only their own credentials.
    [
      allow([...credentials, 'iam:DeleteAccessKey', 'iam:ListAccessKeys', 'iam:UpdateAccessKey'], {
        Resource: [oneself.replace('user/', 'user/*/'), oneself],
      }),
    ],
    [allow(credentials, { Resource: oneself.replace('123456789012', '*') })],
    [allow(credentials), deny('iam:*', { Resource: undefined, NotResource: oneself })],
    [allow(credentials, { Resource: 'arn:aws:iam::*:user/*' }), deny(credentials)],
  ],
  manual: [
    [allow('ec2:RunInstances'), allow('iam:PassRole', { Resource: worker })],
    [
      allow('ec2:Run*'),
      allow('iam:Pass*', { Resource: [worker, worker.replace('worker', 'web')] }),
    ],
  ],
  fail: [
    [allow('*')],
    // Methods of one action, and those with a passed role.
    ...[
      'ssm:SendCommand',
      'ssm:StartSession',
      'cloudformation:UpdateStack',
      'lambda:UpdateFunctionConfiguration',
      'codebuild:StartBuild',
      'iam:UpdateAssumeRolePolicy',
    ].map((action) => [allow(action)]),
    ...[
      ['autoscaling:CreateAutoScalingGroup', 'autoscaling:CreateLaunchConfiguration'],
      ['ecs:RunTask'],
      ['sagemaker:CreateTrainingJob'],
      ['ec2:RequestSpotInstances'],
    ].map((actions) => [allow(['iam:PassRole', ...actions])]),
    [allow('sts:AssumeRole')],
    [allow('iam:PutUserPolicy', { Resource: 'arn:aws:iam::123456789012:user/alice' })],
    [allow('iam:PassRole'), allow('ec2:Run*')],
    // Users who grant themselves permissions.
    ...[
      'iam:AttachUserPolicy',
      'iam:DeleteUserPermissionsBoundary',
      'iam:DeleteUserPolicy',
      'iam:DetachUserPolicy',
      'iam:PutUserPermissionsBoundary',
      'iam:PutUserPolicy',
    ].map((action) => [allow(action, { Resource: oneself })]),
    // Credentials of other users, also by a second statement or by a name that is not the caller's own.
    [
      allow(credentials, { Resource: oneself }),
      allow('iam:CreateAccessKey', { Resource: 'arn:aws:iam::123456789012:user/admin' }),
    ],
    ...[
      'arn:aws:iam::123456789012:user/*',
      `${oneself}*`,
      oneself.replace('user/', 'user/*'),
      `${oneself}/*`,
      'arn:aws:iam::123456789012:user/${aws:PrincipalTag/owner}',
      "arn:aws:iam::123456789012:user/${aws:username, 'admin'}",
    ].map((Resource) => [allow('iam:CreateAccessKey', { Resource })]),
    [allow('iam:UpdateLoginProfile', { Resource: undefined, NotResource: oneself })],
    [
      allow('iam:CreateAccessKey'),
      deny('iam:*', {
        Resource: undefined,
        NotResource: [oneself, 'arn:aws:iam::123456789012:user/boss'],
      }),
    ],
    [allow('iam:CreateAccessKey'), deny('iam:CreateAccessKey', { Resource: oneself })],
    // Unnamed roles, and a method that needs no role.
    [allow('ec2:RunInstances'), allow('iam:PassRole', { Resource: `${worker}*` })],
    [
      allow('ec2:RunInstances'),
      allow('iam:PassRole', {
        Resource: 'arn:aws:iam::123456789012:role/${aws:PrincipalTag/team}',
      }),
    ],
    [
      allow('ec2:RunInstances'),
      allow('iam:PassRole', { Resource: undefined, NotResource: worker }),
    ],
    [allow(['ec2:RunInstances', 'ssm:StartSession']), allow('iam:PassRole', { Resource: worker })],
    [allow(['iam:passrole', 'lambda:CreateFunction', 'lambda:InvokeFunction'])],
    [allow([], { Action: undefined, NotAction: 'ec2:*' })],
    // A denial for every user except one leaves that one.
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

interface Named {
  readonly name: string
  readonly kind: string
  readonly actions: readonly string[]
  readonly dangerous: readonly string[]
}

/** All actions of a service by their first two letters. */
const beginnings = ({ name, actions }: Named): string[] => [
  ...new Set(actions.map((action) => `${name}:${action.slice(0, 2)}*`)),
]

/** Full access to a service; `other` is another service. */
const everythingOf = (whole: Named, { name: other }: Named): PolicyWorlds => {
  const { name: service, kind } = whole
  const parts = beginnings(whole)
  const dangerous = whole.dangerous.map((action) => `${service}:${action}`)
  return {
    pass: [
      [allow(`${service}:Describe*`)],
      [allow(`${other}:*`)],
      [allow(`${service}:*`, { Resource: `arn:aws:${service}:eu-west-1:123456789012:${kind}/*` })],
      [allow(`${service}:*`), deny(`${service}:*`)],
      [allow([`${service}:C*`, `${service}:D*`])],
      [allow([`${service}:A*`])],
      [allow(parts), deny(`${service}:*`)],
      // Everything except dangerous actions.
      [allow('*'), deny(dangerous)],
      [allow([], { Action: undefined, NotAction: dangerous })],
      [allow(`${service}:*`), deny(dangerous, { Resource: `arn:aws:${service}:*:*:${kind}/*` })],
    ],
    fail: [
      [allow('*'), deny(dangerous.slice(1))],
      [allow([], { Action: undefined, NotAction: dangerous.slice(1) })],
      [
        allow(`${service}:*`),
        deny(dangerous, { Condition: { Bool: { 'aws:ViaAWSService': 'false' } } }),
      ],
      [allow(`${service}:*`), deny(dangerous, { Resource: `arn:aws:${service}:*:*:${kind}/one` })],
      [allow(parts), deny(`${service}:D*`)],
      // Patterns for all first letters cover everything, also in two statements.
      [allow(parts)],
      [allow(parts.slice(0, 9)), allow(parts.slice(9))],
      [allow(`${service}:*`)],
      [allow('*')],
      [allow(`${service}:*`, { Resource: `arn:aws:${service}:*:*:*` })],
      [allow(`${service}:*`, { Resource: `arn:aws:${service}:*:123456789012:${kind}/*` })],
      [allow([], { Action: undefined, NotAction: `${other}:*` })],
    ],
  }
}
export const everythingOfCloudtrail = everythingOf(cloudtrail, kms)
export const everythingOfKms = everythingOf(kms, cloudtrail)

const ofProduct = (operator: string, product = 'prod-1') => ({
  Condition: { [operator]: { 'aws-marketplace:ProductId': [product] } },
})
const approved = ofProduct('ForAnyValue:StringEquals')
export const marketplace: PolicyWorlds = {
  pass: [
    [allow('aws-marketplace:ViewSubscriptions')],
    [allow('aws-marketplace:Subscribe', approved)],
    [
      allow('aws-marketplace:*'),
      deny(['aws-marketplace:Subscribe', 'aws-marketplace:AcceptAgreementRequest']),
    ],
    // An agreement that is not accepted is not a purchase.
    [allow('aws-marketplace:CreateAgreementRequest')],
  ],
  fail: [
    [allow('aws-marketplace:Subscribe')],
    [allow('aws-marketplace:*'), deny('aws-marketplace:Subscribe')],
    [allow(['aws-marketplace:CreateAgreementRequest', 'aws-marketplace:AcceptAgreementRequest'])],
    [allow('*')],
    // Conditions that name no product, or match without a product.
    [
      allow('aws-marketplace:Subscribe', {
        Condition: { Bool: { 'aws:MultiFactorAuthPresent': 'true' } },
      }),
    ],
    [allow('aws-marketplace:Subscribe', ofProduct('ForAllValues:StringEquals'))],
    [allow('aws-marketplace:Subscribe', ofProduct('StringEqualsIfExists'))],
    [allow('aws-marketplace:Subscribe', ofProduct('StringNotEquals'))],
    [allow('aws-marketplace:Subscribe', ofProduct('StringLike', 'prod-*'))],
    [allow('aws-marketplace:Subscribe', approved), allow('aws-marketplace:*')],
  ],
}
