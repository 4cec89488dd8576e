// Cases of policies and their allowed principals, according to AWS's documentation. "The meaning of public" is in the
// Amazon S3 User Guide, the evaluation of operators in "IAM JSON policy elements", as of November 2026.
import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { type LetIn, whoIsLetIn } from './access.ts'
import { parsePolicy } from './document.ts'

type Body = Record<string, unknown>
const own = '123456789012'
const policy = (...statements: Body[]) =>
  parsePolicy(
    JSON.stringify({
      Statement: statements.map((body) => ({
        Effect: 'Allow',
        Action: 's3:*',
        Resource: 'arn:aws:s3:::ledger/*',
        ...body,
      })),
    }),
  )
const ask = (statements: Body[], actions?: string[]): LetIn =>
  whoIsLetIn(policy(...statements), { account: own, ...(actions ? { actions } : {}) })

/** `public`, or the allowed principals: `accounts 123456789012`. */
const summary = (answer: LetIn): string => {
  if (answer.who === 'public') return 'public'
  if (answer.who === 'cannot tell') return `cannot tell: ${answer.condition}`
  const { who, accounts, organizations, networks, somebody } = answer
  return [who, ...networks, ...somebody, ...organizations, ...accounts].join(' ')
}

const all = (Condition?: Body): Body => ({ Principal: '*', ...(Condition ? { Condition } : {}) })
const ofAll = (operator: string, key: string, ...values: string[]) =>
  all({ [operator]: { [key]: values } })
const byAccount = ofAll('StringEquals', 'aws:PrincipalAccount', own)

const principals: [string, Body, string][] = [
  ['everyone', { Principal: '*' }, 'public'],
  ['everyone as AWS principals', { Principal: { AWS: ['*'] } }, 'public'],
  ['everyone and an account', { Principal: { AWS: [own, '*'] } }, 'public'],
  ['everyone but an account', { Principal: undefined, NotPrincipal: { AWS: own } }, 'public'],
  ['an account', { Principal: { AWS: own } }, `accounts ${own}`],
  ['a role', { Principal: { AWS: `arn:aws:iam::${own}:role/a` } }, `accounts ${own}`],
  ['a session', { Principal: { AWS: `arn:aws:sts::${own}:assumed-role/a/b` } }, `accounts ${own}`],
  [
    'a service',
    { Principal: { Service: 'logs.amazonaws.com' } },
    'somebody unknown accounts through logs.amazonaws.com',
  ],
  ['a deleted role', { Principal: { AWS: 'AROAEXAMPLEEXAMPLEID' } }, 'nobody'],
  ['a canonical user', { Principal: { CanonicalUser: '79a5' } }, 'accounts canonicaluser:79a5'],
  [
    'a provider of identities in an account',
    { Principal: { Federated: `arn:aws:iam::${own}:saml-provider/ad` } },
    `accounts ${own}`,
  ],
  [
    'a provider of identities for everyone',
    { Principal: { Federated: 'accounts.google.com' } },
    'somebody federated:accounts.google.com',
  ],
  [
    'an identity of CloudFront',
    { Principal: { AWS: 'arn:aws:iam::cloudfront:user/CloudFront Origin Access Identity E1' } },
    'somebody arn:aws:iam::cloudfront:user/CloudFront Origin Access Identity E1',
  ],
  [
    'an issuer of tokens that an account registered',
    { Principal: { Federated: `arn:aws:iam::${own}:oidc-provider/tokens.example` } },
    `somebody federated:arn:aws:iam::${own}:oidc-provider/tokens.example`,
  ],
  ['a denial to everyone', { Effect: 'Deny', Principal: '*' }, 'nobody'],
]

const bindings: [string, Body, string][] = [
  ['an account', byAccount, `accounts ${own}`],
  ['an account, in KMS', ofAll('StringEquals', 'kms:CallerAccount', own), `accounts ${own}`],
  ['an organization', ofAll('StringEquals', 'AWS:PrincipalOrgID', 'o-1'), 'organization o-1'],
  [
    'a part of an organization',
    ofAll('ForAnyValue:StringLike', 'aws:PrincipalOrgPaths', 'o-1/r-1/ou-1/*'),
    'organization o-1',
  ],
  [
    'a topic of an account',
    ofAll('ArnLike', 'aws:SourceArn', `arn:aws:sns:*:${own}:*`),
    `accounts ${own}`,
  ],
  [
    'roles of an account',
    ofAll('StringLike', 'aws:PrincipalArn', `arn:aws:iam::${own}:role/*`),
    `accounts ${own}`,
  ],
  [
    'a bucket',
    ofAll('ArnLike', 'aws:SourceArn', 'arn:aws:s3:::logs'),
    'somebody aws:sourcearn arn:aws:s3:::logs',
  ],
  ['a VPC', ofAll('StringEquals', 'aws:SourceVpc', 'vpc-1'), 'somebody aws:sourcevpc vpc-1'],
  [
    'a VPC named with its account',
    ofAll('ArnLike', 'aws:SourceVpcArn', `arn:aws:ec2:*:${own}:vpc/*`),
    `somebody aws:sourcevpcarn arn:aws:ec2:*:${own}:vpc/*`,
  ],
  [
    'endpoints of an account, and another account by name',
    { Principal: { AWS: '333333333333' }, Condition: { StringEquals: { 'aws:VpceAccount': own } } },
    'accounts 333333333333',
  ],
  [
    'access points of an account',
    ofAll('StringEquals', 's3:DataAccessPointAccount', own),
    `somebody s3:dataaccesspointaccount ${own}`,
  ],
  ['a role by its id', ofAll('StringLike', 'aws:userid', 'AROAX:*'), 'somebody aws:userid AROAX'],
  ['the root user by its id', ofAll('StringEquals', 'aws:userid', own), `accounts ${own}`],
  ['a network', ofAll('IpAddress', 'aws:SourceIp', '52.1.2.0/24'), 'network 52.1.2.0/24'],
  [
    'a network of IPv6',
    ofAll('IpAddress', 'aws:SourceIp', '2600:1f18::/32'),
    'network 2600:1f18::/32',
  ],
  [
    'a network and private addresses',
    ofAll('IpAddress', 'aws:SourceIp', '52.1.2.0/24', '10.0.0.0/8'),
    'network 52.1.2.0/24',
  ],
  ['private addresses', ofAll('IpAddress', 'aws:SourceIp', '10.0.0.0/8', 'fd00::/8'), 'nobody'],
  [
    'the owner by variable',
    ofAll('StringEquals', 'aws:PrincipalAccount', '${aws:ResourceAccount}'),
    `accounts ${own}`,
  ],
  [
    'the owner’s organization by variable',
    ofAll('StringEquals', 'aws:PrincipalOrgID', '${aws:ResourceOrgID}'),
    'organization of this account',
  ],
  [
    'an organization if it is named, and it must be',
    all({
      StringEqualsIfExists: { 'aws:PrincipalOrgID': 'o-1' },
      Null: { 'aws:PrincipalOrgID': 'false' },
    }),
    'organization o-1',
  ],
  [
    'all of the organizations, and there must be one',
    all({
      'ForAllValues:StringLike': { 'aws:PrincipalOrgPaths': 'o-1/*' },
      Null: { 'aws:PrincipalOrgPaths': 'false' },
    }),
    'organization o-1',
  ],
  [
    'an account of an organization',
    all({ StringEquals: { 'aws:PrincipalAccount': own, 'aws:PrincipalOrgID': 'o-1' } }),
    `accounts ${own}`,
  ],
  [
    'two accounts at once',
    all({
      StringEquals: { 'aws:PrincipalAccount': own },
      ArnLike: { 'aws:PrincipalArn': 'arn:aws:iam::999999999999:*' },
    }),
    'nobody',
  ],
  ['a value that no account has', ofAll('StringEquals', 'aws:SourceAccount', 'mine'), 'nobody'],
  ['no value', ofAll('StringEquals', 'aws:SourceAccount'), 'nobody'],
]

// Each allows everyone: a value is restrictive only if everything that it matches is.
const loose: [string, Body][] = [
  ['callers without a signature', ofAll('StringEquals', 'aws:PrincipalAccount', 'anonymous')],
  ['users without a signature', ofAll('StringEquals', 'aws:userid', 'anonymous')],
  [
    'a role by a text that its path may hold',
    ofAll('StringLike', 'aws:PrincipalArn', `arn:*:iam::${own}:role/*`),
  ],
  ['any VPC', ofAll('StringLike', 'aws:SourceVpc', 'vpc-*')],
  ['any VPC endpoint', ofAll('StringLike', 'aws:SourceVpce', '*')],
  ['any organization', ofAll('StringLike', 'aws:PrincipalOrgID', 'o-*')],
  [
    'any organization’s path',
    ofAll('ForAnyValue:StringLike', 'aws:PrincipalOrgPaths', 'o-*/r-1/*'),
  ],
  ['any principal', ofAll('StringLike', 'aws:PrincipalArn', 'arn:aws:*')],
  ['a role of any account', ofAll('ArnLike', 'aws:PrincipalArn', 'arn:aws:iam::*:role/Admin')],
  ['accounts by their first digit', ofAll('StringLike', 'aws:PrincipalAccount', '1*')],
  ['an account with one open digit', ofAll('StringLike', 'aws:SourceAccount', '12345678901?')],
  ['any user id', ofAll('StringLike', 'aws:userid', '*:*')],
  ['sessions of any role', ofAll('StringLike', 'aws:userid', '*:deploy')],
  ['a name of a user', ofAll('StringEquals', 'aws:username', 'alice')],
  ['an address within a VPC', ofAll('IpAddress', 'aws:VpcSourceIp', '10.0.0.0/8')],
  ['buckets by their first letters', ofAll('ArnLike', 'aws:SourceArn', 'arn:aws:s3:::logs*')],
  ['any bucket', ofAll('ArnLike', 'aws:SourceArn', 'arn:aws:s3:::*')],
  ['zones of any account', ofAll('ArnLike', 'aws:SourceArn', 'arn:aws:route53:::hostedzone/*')],
  ['a topic of any account', ofAll('ArnLike', 'aws:SourceArn', 'arn:aws:sns:*:*:*')],
  // Compared as text, an alarm of another account that is named after this account matches as well.
  [
    'an account anywhere in a text',
    ofAll('StringLike', 'aws:SourceArn', `arn:aws:cloudwatch:*:${own}:*`),
  ],
  ['one of two', ofAll('StringLike', 'aws:SourceAccount', own, '*')],
  ['all addresses', ofAll('IpAddress', 'aws:SourceIp', '0.0.0.0/0')],
  ['all addresses in halves', ofAll('IpAddress', 'aws:SourceIp', '0.0.0.0/1', '128.0.0.0/1')],
  ['half of all addresses', ofAll('IpAddress', 'aws:SourceIp', '0.0.0.0/1')],
  ['all addresses of IPv6', ofAll('IpAddress', 'aws:SourceIp', '::/0')],
  ['a wide range of IPv6', ofAll('IpAddress', 'aws:SourceIp', '2600::/20')],
  [
    'all addresses in 256 parts',
    ofAll('IpAddress', 'aws:SourceIp', ...Array.from({ length: 256 }, (_, n) => `${n}.0.0.0/8`)),
  ],
  ['what is no address', ofAll('IpAddress', 'aws:SourceIp', 'anywhere')],
  ['all but some addresses', ofAll('NotIpAddress', 'aws:SourceIp', '52.1.2.0/24')],
  ['all but an account', ofAll('StringNotEquals', 'aws:PrincipalAccount', '999999999999')],
  ['an organization if named', ofAll('StringEqualsIfExists', 'aws:PrincipalOrgID', 'o-1')],
  ['all of no organizations', ofAll('ForAllValues:StringLike', 'aws:PrincipalOrgPaths', 'o-1/*')],
  ['some organization', ofAll('Null', 'aws:PrincipalOrgID', 'false')],
  ['no organization', ofAll('Null', 'aws:PrincipalOrgID', 'true')],
  ['their own account', ofAll('StringEquals', 'aws:SourceAccount', '${aws:PrincipalAccount}')],
  ['their own tag', ofAll('StringEquals', 'aws:PrincipalOrgID', '${aws:PrincipalTag/org}')],
  ['a tag of theirs', ofAll('StringEquals', 'aws:PrincipalTag/team', 'red')],
  ['requests over TLS', ofAll('Bool', 'aws:SecureTransport', 'true')],
  ['a referer', ofAll('StringLike', 'aws:Referer', 'https://a.example/*')],
  ['a service in between', ofAll('StringEquals', 'kms:ViaService', 's3.eu-west-1.amazonaws.com')],
  ['until a day', ofAll('DateLessThan', 'aws:CurrentTime', '2030-01-01T00:00:00Z')],
  ['other than services', ofAll('Bool', 'aws:PrincipalIsAWSService', 'false')],
]

const unknown: [string, Body, string][] = [
  [
    'a new global key',
    ofAll('StringEquals', 'aws:PrincipalMood', 'calm'),
    'cannot tell: stringequals aws:principalmood',
  ],
  [
    'a new operator',
    ofAll('StringResembles', 'aws:SourceVpc', 'vpc-1'),
    'cannot tell: stringresembles aws:sourcevpc',
  ],
  [
    'a new key beside an account',
    all({ StringEquals: { 'aws:PrincipalMood': 'calm', 'aws:PrincipalAccount': own } }),
    `accounts ${own}`,
  ],
]

for (const [what, body, expected] of [...principals, ...bindings, ...unknown]) {
  test(`a statement for ${what} means ${expected}`, () => equal(summary(ask([body])), expected))
}
for (const [what, body] of loose) {
  test(`a statement for everyone with ${what} is public`, () =>
    equal(summary(ask([body])), 'public'))
}

const perimeter = (Condition: Body, more: Body = {}) => ({
  Effect: 'Deny',
  Principal: '*',
  Condition,
  ...more,
})
const everything = [all()]
const services = 'aws:PrincipalIsAWSService'
const ofServices = 'somebody unknown accounts through AWS services'
const teams = 'arn:aws:s3:::ledger/${aws:PrincipalTag/team}/*'
const denials: [string, Body[], string][] = [
  [
    'people are denied by a key that nobody without a signature has',
    [...everything, perimeter({ Bool: { [services]: 'false' } })],
    'public',
  ],
  [
    'people are denied by that key if it is there',
    [...everything, perimeter({ BoolIfExists: { [services]: 'false' } })],
    ofServices,
  ],
  [
    'all but people are denied',
    [...everything, perimeter({ StringNotEquals: { [services]: 'false' } })],
    'public',
  ],
  [
    'all but services are denied',
    [...everything, perimeter({ StringNotEquals: { [services]: 'true' } })],
    ofServices,
  ],
  [
    'the account of those without a signature is spared',
    [...everything, perimeter({ StringNotEquals: { 'aws:PrincipalAccount': [own, 'anonymous'] } })],
    'public',
  ],
  [
    'a denial spares what a caller may name',
    [all(), { Effect: 'Deny', Principal: '*', Resource: undefined, NotResource: teams }],
    'public',
  ],
  [
    'a caller may name what is allowed',
    [
      { Principal: '*', Resource: teams },
      {
        Effect: 'Deny',
        Principal: '*',
        Resource: undefined,
        NotResource: 'arn:aws:s3:::ledger/public/*',
      },
    ],
    'public',
  ],
  [
    'an organization is let in that may be the account’s own',
    [
      ofAll('StringEquals', 'aws:PrincipalOrgID', 'o-1'),
      perimeter({ StringNotEquals: { 'aws:PrincipalOrgID': '${aws:ResourceOrgID}' } }),
    ],
    'organization o-1',
  ],
  [
    'a canonical user may be of the account that is spared',
    [
      { Principal: { CanonicalUser: '79a5' } },
      perimeter({ StringNotEquals: { 'aws:PrincipalAccount': own } }),
    ],
    'accounts canonicaluser:79a5',
  ],
  ['everything is denied', [...everything, { Effect: 'Deny', Principal: '*' }], 'nobody'],
  [
    'everything is denied to all but an account',
    [...everything, { Effect: 'Deny', Principal: undefined, NotPrincipal: { AWS: own } }],
    `accounts ${own}`,
  ],
  [
    'everything is denied outside an organization',
    [...everything, perimeter({ StringNotEquals: { 'aws:PrincipalOrgID': 'o-1' } })],
    'organization o-1',
  ],
  [
    'services are spared too',
    [
      ...everything,
      perimeter({
        StringNotEqualsIfExists: { 'aws:PrincipalOrgID': 'o-1' },
        BoolIfExists: { 'aws:PrincipalIsAWSService': 'false' },
      }),
    ],
    `${ofServices} o-1`,
  ],
  [
    'an organization or a network is spared',
    [
      ...everything,
      perimeter({
        StringNotEquals: { 'aws:PrincipalOrgID': 'o-1' },
        NotIpAddress: { 'aws:SourceIp': '52.1.2.0/24' },
      }),
    ],
    'network 52.1.2.0/24 o-1',
  ],
  [
    'it is denied outside any organization there is',
    [...everything, perimeter({ StringNotLike: { 'aws:PrincipalOrgID': 'o-*' } })],
    'public',
  ],
  [
    'it is denied without TLS',
    [...everything, perimeter({ Bool: { 'aws:SecureTransport': 'false' } })],
    'public',
  ],
  [
    'it is denied outside an organization without TLS',
    [
      ...everything,
      perimeter({
        StringNotEquals: { 'aws:PrincipalOrgID': 'o-1' },
        Bool: { 'aws:SecureTransport': 'false' },
      }),
    ],
    'public',
  ],
  [
    'any value may differ, so that those without the key are spared',
    [
      ...everything,
      perimeter({ 'ForAnyValue:StringNotLike': { 'aws:PrincipalOrgPaths': 'o-1/*' } }),
    ],
    'public',
  ],
  ['one account is denied', [...everything, { Effect: 'Deny', Principal: { AWS: own } }], 'public'],
  [
    'other actions are denied',
    [...everything, { Effect: 'Deny', Principal: '*', Action: 's3:Put*' }],
    'public',
  ],
  [
    'a part of the resources is denied',
    [...everything, { Effect: 'Deny', Principal: '*', Resource: 'arn:aws:s3:::ledger/in/*' }],
    'public',
  ],
  [
    'resources of another case are denied',
    [...everything, { Effect: 'Deny', Principal: '*', Resource: 'arn:aws:s3:::LEDGER/*' }],
    'public',
  ],
  [
    'each action is denied by a statement of its own',
    [
      { Principal: '*', Action: ['s3:GetObject', 's3:PutObject'] },
      { Effect: 'Deny', Principal: '*', Action: 's3:Get*' },
      { Effect: 'Deny', Principal: '*', NotAction: 's3:Get*', Action: undefined },
    ],
    'nobody',
  ],
  [
    'one action of two is denied',
    [
      { Principal: '*', Action: ['s3:GetObject', 's3:PutObject'] },
      { Effect: 'Deny', Principal: '*', Action: 's3:Get*' },
    ],
    'public',
  ],
  [
    'all but a resource is denied, and that one is what is allowed',
    [
      ...everything,
      {
        Effect: 'Deny',
        Principal: '*',
        Resource: undefined,
        NotResource: 'arn:aws:s3:::ledger/*',
      },
    ],
    'public',
  ],
  [
    'a denial depends on a new key',
    [...everything, perimeter({ StringNotEquals: { 'aws:PrincipalMood': 'calm' } })],
    'cannot tell: stringnotequals aws:principalmood',
  ],
  [
    'a service acts for an account',
    [
      {
        Principal: { Service: 'sns.amazonaws.com' },
        Condition: { StringEquals: { 'aws:SourceAccount': '999999999999' } },
      },
    ],
    'accounts 999999999999',
  ],
  [
    'a service acts for an organization',
    [
      {
        Principal: { Service: 'cloudtrail.amazonaws.com' },
        Condition: { StringEquals: { 'aws:SourceOrgID': 'o-1' } },
      },
    ],
    'somebody AWS services acting for the organization o-1',
  ],
  [
    'two statements name two accounts',
    [byAccount, { Principal: { AWS: '999999999999' } }],
    `accounts ${own} 999999999999`,
  ],
]
for (const [what, statements, expected] of denials) {
  test(`where ${what}, the policy means ${expected}`, () =>
    equal(summary(ask(statements)), expected))
}

test('a question about some actions is answered for those', () => {
  const read = { Principal: '*', Action: 's3:Get*' }
  equal(summary(ask([read], ['s3:put*', 's3:delete*'])), 'nobody')
  equal(summary(ask([{ Principal: '*', Action: 's3:*Object' }], ['s3:put*'])), 'public')
  equal(
    summary(ask([{ Principal: '*', Action: undefined, NotAction: 's3:Get*' }], ['s3:put*'])),
    'public',
  )
  equal(
    summary(ask([{ Principal: '*', Action: undefined, NotAction: 's3:*' }], ['s3:put*'])),
    'nobody',
  )
  const noWrites = { Effect: 'Deny', Principal: '*', Action: ['s3:Put*', 's3:Delete*'] }
  equal(summary(ask([all(), noWrites], ['s3:put*', 's3:delete*'])), 'nobody')
  equal(summary(ask([all(), noWrites], ['s3:put*', 's3:restore*'])), 'public')
})

test('the organization that an account belongs to is named where it is known', () => {
  const statements = policy(ofAll('StringEquals', 'aws:PrincipalOrgID', '${aws:ResourceOrgID}'))
  const answer = whoIsLetIn(statements, { account: own, organization: 'o-9' })
  deepEqual(answer.who === 'organization' && answer.organizations, ['o-9'])
})
