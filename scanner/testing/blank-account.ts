import type { Account, Region } from './aws/account.ts'

const named = (optIn: Region['optIn']) => (name: string) => ({ name, optIn })

const byDefault = 'us-east-1 us-west-2 eu-west-1 eu-central-1 ap-southeast-2'.split(' ')
const optional = 'af-south-1 ap-east-1 me-central-1'.split(' ')

/** The access key id and secret of an account's first user, derived from its id alone. */
export const firstKeyOf = (id: string) => ({
  accessKeyId: `AKIA${id.replace(/\d/g, (digit) => 'ABCDEFGHIJ'.charAt(Number(digit)))}KEYS`,
  secretAccessKey: `fixture/secret+of/account/${id}xx`,
})

/** A new account: five enabled regions, one access key, and no other resources. */
export const blankAccount = (
  id: string,
  createdAt = new Date('2023-01-10T09:00:00Z'),
): Account => ({
  id,
  alias: null,
  credentials: [
    { ...firstKeyOf(id), arn: `arn:aws:iam::${id}:user/plumbline`, userId: 'AIDAFIXTUREPLUMBLINE' },
  ],
  regions: [...byDefault.map(named('opt-in-not-required')), ...optional.map(named('not-opted-in'))],
  denied: [],
  contact: null,
  alternateContacts: {},
  iam: {
    root: {
      mfa: 'none',
      createdAt,
      passwordLastUsedAt: null,
      hasPassword: true,
      accessKeys: [],
    },
    users: [],
    groups: [],
    roles: [],
    policies: [],
    passwordPolicy: null,
    serverCertificates: [],
    samlProviders: [],
    spareMfaDevices: [],
    organizationFeatures: null,
    credentialReport: { asked: false, pollsLeft: 1, generatedAt: null },
  },
  s3: {
    canonicalId: `${id}c0ffee`.padEnd(64, '0'),
    publicAccessBlock: null,
    buckets: [],
    foreignBuckets: [],
    accessPoints: [],
    multiRegionAccessPoints: [],
  },
  ec2: {},
  kms: [],
  trails: [],
  events: [],
  plain: {},
})
