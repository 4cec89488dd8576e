/** The demo account's roles and managed policies. */
import type { PolicyDocument, Principal } from '../aws/policy-document.ts'
import type { Policy, Role } from '../aws/iam/state.ts'
import {
  type Ago,
  allowing,
  auditExternalId,
  aws,
  demoId,
  deployRole,
  operatorId,
  organization,
  partnerId,
  websiteBucket,
} from './facts.ts'

const trusting = (
  principal: Principal,
  condition?: Record<string, Record<string, string>>,
  action = 'sts:AssumeRole',
): PolicyDocument => ({
  Version: '2012-10-17',
  Statement: [
    {
      Effect: 'Allow',
      Principal: principal,
      Action: action,
      ...(condition ? { Condition: condition } : {}),
    },
  ],
})

const service = (name: string) => trusting({ Service: `${name}.amazonaws.com` })

const role = (
  name: string,
  createdAt: Date,
  trust: PolicyDocument,
  differs: Partial<Role>,
): Role => ({
  name,
  id: `AROA${name.replace(/\W/g, '').toUpperCase().padEnd(17, '7')}`,
  path: '/',
  createdAt,
  attachedPolicies: [],
  inlinePolicies: {},
  trust,
  description: '',
  maxSessionSeconds: 3600,
  lastUsed: null,
  tags: {},
  ...differs,
})

const recently = (ago: Ago, days = 1) => ({ at: ago(days), region: 'eu-central-1' })

const identityProvider = {
  Federated: `arn:aws:iam::${demoId}:oidc-provider/token.actions.example`,
}

export const demoRoles = (ago: Ago): Role[] => [
  role(
    'plumbline-audit',
    ago(39),
    trusting(
      { AWS: `arn:aws:iam::${operatorId}:root` },
      { StringEquals: { 'sts:ExternalId': auditExternalId } },
    ),
    {
      description: 'Read-only access for security scans',
      attachedPolicies: [aws('SecurityAudit'), aws('ReadOnlyAccess')],
      maxSessionSeconds: 14_400,
      lastUsed: recently(ago, 0.1),
      tags: { team: 'security' },
    },
  ),
  role('web-server', ago(800), service('ec2'), {
    attachedPolicies: [aws('AmazonSSMManagedInstanceCore')],
    inlinePolicies: {
      assets: allowing(['s3:GetObject'], [`arn:aws:s3:::${websiteBucket}/*`]),
    },
    lastUsed: recently(ago),
  }),
  role('batch-worker', ago(400), service('ec2'), {
    attachedPolicies: [`arn:aws:iam::${demoId}:policy/larkspur-everything`],
    lastUsed: recently(ago, 12),
  }),
  role('s3-replication', ago(400), service('s3'), {
    path: '/service-role/',
    inlinePolicies: {
      replicate: allowing(['s3:ReplicateObject'], ['arn:aws:s3:::larkspur-invoices-copy/*']),
    },
    lastUsed: recently(ago),
  }),
  role(
    deployRole,
    ago(300),
    trusting(
      identityProvider,
      { StringLike: { 'token.actions.example:sub': `repo:${organization}/*` } },
      'sts:AssumeRoleWithWebIdentity',
    ),
    {
      inlinePolicies: { 'deploy-anything': allowing(['*'], ['*']) },
      lastUsed: recently(ago),
      tags: { team: 'platform' },
    },
  ),
  role('partner-read', ago(150), trusting({ AWS: `arn:aws:iam::${partnerId}:root` }), {
    attachedPolicies: [aws('AmazonS3ReadOnlyAccess')],
    lastUsed: recently(ago, 9),
  }),
  role('incident-support', ago(600), trusting({ AWS: `arn:aws:iam::${demoId}:root` }), {
    attachedPolicies: [aws('AWSSupportAccess')],
    description: 'Opens and follows cases with AWS Support',
  }),
  role('AWSServiceRoleForSupport', ago(2700), service('support'), {
    path: '/aws-service-role/support.amazonaws.com/',
  }),
]

const policy = (
  arn: string,
  createdAt: Date,
  document: PolicyDocument,
  description = '',
): Policy => {
  const name = arn.slice(arn.lastIndexOf('/') + 1)
  return {
    arn,
    name,
    id: `ANPA${name.replace(/\W/g, '').toUpperCase().padEnd(17, '7').slice(0, 17)}`,
    path: arn.slice(arn.indexOf('/'), arn.lastIndexOf('/') + 1),
    description,
    createdAt,
    updatedAt: createdAt,
    defaultVersion: 'v1',
    versions: [{ id: 'v1', createdAt, document }],
  }
}

/** AWS managed policies, reduced to the few actions that checks read. */
const awsPolicies = (): Policy[] => {
  const since = new Date('2015-02-06T18:39:46Z')
  const allow = (name: string, actions: string[]) =>
    policy(aws(name), since, allowing(actions, ['*']))
  return [
    allow('AdministratorAccess', ['*']),
    allow('PowerUserAccess', ['ec2:*', 'lambda:*', 's3:*', 'iam:ListRoles']),
    allow('ReadOnlyAccess', ['ec2:Describe*', 's3:Get*', 's3:List*', 'iam:Get*', 'iam:List*']),
    allow('SecurityAudit', ['ec2:Describe*', 'iam:GenerateCredentialReport', 's3:GetBucket*']),
    allow('AWSSupportAccess', ['support:*']),
    allow('AWSCloudShellFullAccess', ['cloudshell:*']),
    allow('AmazonS3ReadOnlyAccess', ['s3:Get*', 's3:List*']),
    allow('AmazonSSMManagedInstanceCore', ['ssm:UpdateInstanceInformation', 'ssmmessages:*']),
    allow('job-function/Billing', ['aws-portal:View*', 'budgets:ViewBudget']),
  ]
}

const ownArn = (name: string) => `arn:aws:iam::${demoId}:policy/${name}`

export const demoPolicies = (ago: Ago): Policy[] => [
  policy(ownArn('larkspur-boundary'), ago(690), allowing(['ec2:*', 's3:*'], ['*']), 'Outer bound'),
  {
    ...policy(ownArn('larkspur-deploy'), ago(900), allowing(['ec2:*', 's3:*', 'iam:*'], ['*'])),
    defaultVersion: 'v2',
    updatedAt: ago(100),
    versions: [
      {
        id: 'v2',
        createdAt: ago(100),
        document: allowing(['ec2:RunInstances', 's3:PutObject'], ['arn:aws:s3:::larkspur-*', '*']),
      },
      { id: 'v1', createdAt: ago(900), document: allowing(['ec2:*', 's3:*', 'iam:*'], ['*']) },
    ],
  },
  policy(ownArn('larkspur-everything'), ago(420), allowing(['*'], ['*'])),
  policy(ownArn('larkspur-unattached'), ago(1300), allowing(['*'], ['*']), 'Left over'),
  ...awsPolicies(),
]
