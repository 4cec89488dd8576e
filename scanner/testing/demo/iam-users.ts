/** Users of the demo account, with secure and insecure credentials. */
import type { AccessKey, Group, Root, User } from '../aws/iam/state.ts'
import { firstKeyOf } from '../blank-account.ts'
import { administrator, type Ago, allowing, aws, demoId, websiteBucket } from './facts.ts'

const key = (
  id: string,
  createdAt: Date,
  usedAt: Date | null,
  differs: Partial<AccessKey> = {},
): AccessKey => ({
  id,
  active: true,
  createdAt,
  lastUsed: usedAt && { at: usedAt, region: 'eu-central-1', service: 's3' },
  ...differs,
})

const virtual = (name: string, enabledAt: Date) =>
  ({ serial: `arn:aws:iam::${demoId}:mfa/${name}`, kind: 'virtual', enabledAt }) as const

/** A default user: each user below sets its differences. */
const user = (name: string, createdAt: Date, differs: Partial<User>): User => ({
  name,
  id: `AIDA${name.replace(/\W/g, '').toUpperCase().padEnd(17, '7')}`,
  path: '/',
  createdAt,
  attachedPolicies: [],
  inlinePolicies: {},
  console: null,
  accessKeys: [],
  mfaDevices: [],
  groups: [],
  tags: {},
  ...differs,
})

const password = (createdAt: Date, lastUsedAt: Date | null) => ({
  createdAt,
  changedAt: createdAt,
  lastUsedAt,
})

const people = (ago: Ago): User[] => [
  user(administrator, ago(1500), {
    console: password(ago(200), ago(1)),
    mfaDevices: [{ serial: 'GAHT12345678', kind: 'hardware', enabledAt: ago(1400) }],
    groups: ['administrators'],
    tags: { team: 'platform' },
  }),
  user('web-developer', ago(700), {
    console: password(ago(60), ago(2)),
    mfaDevices: [virtual('web-developer', ago(690))],
    groups: ['developers'],
    permissionsBoundary: `arn:aws:iam::${demoId}:policy/larkspur-boundary`,
    tags: { team: 'web' },
  }),
  user('data-analyst', ago(520), {
    console: password(ago(300), ago(3)),
    accessKeys: [key('AKIADEMODATAANALYST1', ago(310), ago(4))],
    groups: ['developers'],
    tags: { team: 'data' },
  }),
  user('finance-reader', ago(900), {
    path: '/finance/',
    console: password(ago(880), ago(210)),
    mfaDevices: [virtual('finance-reader', ago(880))],
    attachedPolicies: [aws('job-function/Billing')],
    tags: { team: 'finance' },
  }),
  user('contractor', ago(6), {
    console: password(ago(6), null),
    accessKeys: [key('AKIADEMOCONTRACTOR01', ago(6), null)],
    groups: ['developers'],
  }),
]

const machines = (ago: Ago): User[] => [
  user('plumbline', ago(40), {
    accessKeys: [key(firstKeyOf(demoId).accessKeyId, ago(39), ago(0.1))],
    attachedPolicies: [aws('SecurityAudit')],
    tags: { team: 'security' },
  }),
  user('release-bot', ago(1200), {
    accessKeys: [
      key('AKIADEMORELEASEBOT01', ago(1190), ago(95)),
      key('AKIADEMORELEASEBOT02', ago(70), ago(1)),
    ],
    inlinePolicies: {
      'push-releases': allowing(['s3:PutObject'], [`arn:aws:s3:::${websiteBucket}/*`]),
    },
    tags: { team: 'platform' },
  }),
  user('backup-bot', ago(30), {
    accessKeys: [key('AKIADEMOBACKUPBOT001', ago(29), ago(1))],
    groups: ['backup'],
    tags: { team: 'platform' },
  }),
  user('legacy-import', ago(2400), {
    accessKeys: [key('AKIADEMOLEGACYIMPORT', ago(2390), ago(800))],
    attachedPolicies: [aws('AdministratorAccess')],
  }),
  user('support-desk', ago(650), {
    console: password(ago(80), ago(50)),
    mfaDevices: [virtual('support-desk', ago(640))],
    accessKeys: [key('AKIADEMOSUPPORTDESK1', ago(640), ago(500), { active: false })],
    inlinePolicies: { 'break-glass': allowing(['*'], ['*']) },
    tags: { team: 'support' },
  }),
]

export const demoUsers = (ago: Ago): User[] =>
  [...people(ago), ...machines(ago)].sort((a, b) => (a.name < b.name ? -1 : 1))

const group = (name: string, createdAt: Date, differs: Partial<Group>): Group => ({
  name,
  id: `AGPA${name.toUpperCase().padEnd(17, '7')}`,
  path: '/',
  createdAt,
  attachedPolicies: [],
  inlinePolicies: {},
  ...differs,
})

export const demoGroups = (ago: Ago): Group[] => [
  group('administrators', ago(2000), { attachedPolicies: [aws('AdministratorAccess')] }),
  group('backup', ago(31), {
    inlinePolicies: { 'read-state': allowing(['s3:GetObject'], ['arn:aws:s3:::larkspur-*']) },
  }),
  group('developers', ago(1000), {
    attachedPolicies: [
      aws('PowerUserAccess'),
      aws('AWSCloudShellFullAccess'),
      `arn:aws:iam::${demoId}:policy/larkspur-deploy`,
    ],
  }),
]

export const demoRoot = (ago: Ago): Root => ({
  mfa: 'virtual',
  createdAt: ago(2700),
  passwordLastUsedAt: ago(0.5),
  hasPassword: true,
  accessKeys: [],
})
