// Fixtures for this service's check tests. Noon of 15 January 2026 is now.
import { world } from '../../../kit/verify.ts'
import { parsePolicy, type Statement } from '../policy/index.ts'
import type {
  AccessKey,
  Credentials,
  Federation,
  Group,
  Holding,
  InlinePolicy,
  KeyHolder,
  PasswordPolicy,
  PasswordRules,
  Policy,
  Role,
  Root,
  ServerCertificate,
  User,
} from './resources.ts'

const now = Date.parse('2026-01-15T12:00:00Z')

/** The time this many days before now. */
export const ago = (days: number): string => new Date(now - days * 86_400_000).toISOString()

export const key = (changes: Partial<AccessKey> = {}): AccessKey => ({
  slot: 1,
  active: true,
  rotated_at: ago(10),
  used_at: ago(1),
  ...changes,
})

/** A user with a password in use, a second factor and no access key. */
export const credentials = (changes: Partial<Credentials> = {}): Credentials => ({
  reported_at: ago(0),
  created_at: ago(400),
  password: true,
  password_used_at: ago(1),
  password_changed_at: ago(30),
  mfa: true,
  access_keys: [],
  ...changes,
})

export const noPassword = {
  password: false,
  password_used_at: null,
  password_changed_at: null,
  mfa: false,
}

const alice = {
  uid: 'arn:aws:iam::123456789012:user/alice',
  name: 'alice',
  region: 'us-east-1',
  attached_policies: [],
  inline_policies: [],
}

export const user = world<User>({
  ...alice,
  groups: ['staff'],
  credentials: credentials(),
  mfa_devices: ['GAHT12345678'],
})

export const keyHolder = world<KeyHolder>({
  uid: alice.uid,
  name: alice.name,
  region: alice.region,
  credentials: credentials(),
})

/** The root user as an owner of access keys. */
export const rootHolder = (...access_keys: AccessKey[]): KeyHolder =>
  keyHolder({
    uid: 'arn:aws:iam::123456789012:root',
    name: '<root_account>',
    credentials: { ...credentials({ access_keys }), password: null },
  })

export const group = world<Group>({
  ...alice,
  uid: 'arn:aws:iam::123456789012:group/staff',
  name: 'staff',
})

export const role = world<Role>({
  ...alice,
  uid: 'arn:aws:iam::123456789012:role/deploy',
  name: 'deploy',
  trust: [],
})

/** An unused root user: a hardware device, no keys. */
export const root = world<Root>({
  uid: 'arn:aws:iam::123456789012:root',
  name: '<root_account>',
  region: 'us-east-1',
  credentials: {
    reported_at: ago(0),
    created_at: ago(400),
    password_used_at: ago(300),
    mfa: true,
    access_keys: [],
  },
  summary: { mfa: true, access_keys: false, password: true },
  organization_features: ['RootCredentialsManagement'],
  virtual_mfa: false,
})

export const rules = (changes: Partial<PasswordRules> = {}): PasswordRules => ({
  minimum_length: 14,
  symbols: true,
  numbers: true,
  uppercase: true,
  lowercase: true,
  max_age: 90,
  remembered: 24,
  ...changes,
})

export const passwordPolicy = world<PasswordPolicy>({
  uid: 'arn:aws:iam::123456789012:password-policy',
  name: '123456789012',
  region: 'us-east-1',
  rules: rules(),
})

export const allow = (Action: string | string[], rest: Record<string, unknown> = {}) =>
  statement({ Effect: 'Allow', Action, Resource: '*', ...rest })

export const deny = (Action: string | string[], rest: Record<string, unknown> = {}) =>
  statement({ Effect: 'Deny', Action, Resource: '*', ...rest })

/** A statement in the format of policy documents; undefined members are omitted. */
export function statement(body: Record<string, unknown>): Statement {
  const [first] = parsePolicy(JSON.stringify({ Statement: [body] }))
  if (!first) throw new Error('a statement was expected')
  return first
}

export const policy = world<Policy>({
  uid: 'arn:aws:iam::123456789012:policy/reports',
  name: 'reports',
  region: 'us-east-1',
  attachments: 2,
  statements: [allow(['s3:GetObject', 's3:ListBucket'])],
})

export const inlinePolicy = world<InlinePolicy>({
  uid: 'arn:aws:iam::123456789012:inline-policy/role/deploy/reports',
  name: 'reports',
  region: 'us-east-1',
  holder: { kind: 'role', name: 'deploy' },
  statements: [allow(['s3:GetObject', 's3:ListBucket'])],
})

export const holding = world<Holding>({
  uid: 'arn:aws:iam::aws:policy/AWSSupportAccess',
  name: 'AWSSupportAccess',
  region: 'us-east-1',
  holders: { users: [], groups: [], roles: [] },
})

export const federation = world<Federation>({
  uid: 'arn:aws:iam::123456789012:saml-providers',
  name: '123456789012',
  region: 'us-east-1',
  providers: [{ uid: 'arn:aws:iam::123456789012:saml-provider/directory', valid_until: ago(-900) }],
})

export const serverCertificate = world<ServerCertificate>({
  uid: 'arn:aws:iam::123456789012:server-certificate/shop',
  name: 'shop',
  region: 'us-east-1',
  expires_at: ago(-100),
})
