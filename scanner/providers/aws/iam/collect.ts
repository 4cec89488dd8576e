import {
  CallProblem,
  type Collected,
  type Collecting,
  converted,
  type Description,
  each,
  type Incomplete,
  isIncomplete,
  once,
  read,
  unread,
} from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import {
  askHolders,
  askMfaDevices,
  askOrganizationFeatures,
  askPasswordRules,
  askSamlProviders,
  askSummary,
  serverCertificates,
  hasVirtualRootMfa,
  noOrganization,
} from './calls.ts'
import { type CredentialReport, credentialReport, type ReportLine } from './credential-report.ts'
import { type PolicyDetail, policies, type PrincipalDetail, principals } from './details.ts'
import { statementsOf } from './statements.ts'
import type { Credentials, Holding, Iam, InlinePolicy, Policy, Principal } from './resources.ts'

/** Returns the line of one user. A user created after the report is unknown to it, not without credentials. */
function lineOf(report: CredentialReport, uid: string): ReportLine {
  const line = report.get(uid)
  if (line) return line
  throw new CallProblem(
    'not_in_credential_report',
    'error',
    'iam:GetCredentialReport',
    `The credential report is older than ${uid}.`,
  )
}

function credentialsOf(aws: Aws, line: ReportLine): Credentials {
  const { password } = line
  if (password === null) throw aws.broken('iam:GetCredentialReport', 'a password flag of a user')
  return { ...line, password }
}

function rootCredentials(line: ReportLine) {
  const { reported_at, created_at, password_used_at, mfa, access_keys } = line
  return { reported_at, created_at, password_used_at, mfa, access_keys }
}

type Named = Pick<PrincipalDetail, 'uid' | 'name'> & Partial<Pick<PrincipalDetail, 'tags'>>

const principalRecord = (detail: PrincipalDetail, region: string): Principal => ({
  uid: detail.uid,
  name: detail.name,
  region,
  tags: detail.tags,
  attached_policies: detail.attached,
  inline_policies: detail.inline.map(({ name }) => name),
})

const policyRecord = (detail: PolicyDetail, region: string): Description<Policy> => ({
  uid: detail.uid,
  name: detail.name,
  region,
  attachments: detail.attachments,
  statements: statementsOf(detail.document),
})

/**
 * Inline policies have no ARN. The scanner derives one from their owner's:
 * `arn:aws:iam::<account>:inline-policy/user/<path and name>/<policy>`.
 */
async function* inlinePolicies(
  aws: Aws,
  region: string,
): AsyncGenerator<InlinePolicy | Incomplete> {
  for await (const it of principals(aws, ['User', 'Group', 'Role'])) {
    if (isIncomplete(it)) {
      yield it // its policies are unknown
      continue
    }
    const { kind, name, uid, inline } = it
    for (const policy of inline) {
      const holder = uid.replace(/^((?:[^:]*:){5})/, '$1inline-policy/')
      yield {
        uid: `${holder}/${policy.name}`,
        name: policy.name,
        region,
        holder: { kind, name },
        statements: statementsOf(policy.document),
      }
    }
  }
}

/** The root user, which no list contains, and all others. */
async function* keyHolders(aws: Aws, rootUser: Named): AsyncGenerator<Named | Incomplete> {
  yield rootUser
  yield* converted(principals(aws, ['User']), ({ uid, name, tags }) => ({ uid, name, tags }))
}

/** All records are in the region of global services, the partition's home region. */
export function collect(context: Collecting<Aws>): Collected<Iam> {
  const { client: aws, account, partition, region } = context
  const report = once(() => credentialReport(context))
  const own = (name: string) => `arn:${partition}:iam::${account}:${name}`

  const rootUser = { uid: own('root'), name: '<root_account>' }

  const holding = (name: string) =>
    each<string, Holding>([`arn:${partition}:iam::aws:policy/${name}`], (uid) => ({
      uid,
      name,
      region,
      holders: read(() => askHolders(aws, uid), { none: ['NoSuchEntity'] }),
    }))

  return {
    roots: each([rootUser], ({ uid, name }) => ({
      uid,
      name,
      region,
      credentials: read(async () => rootCredentials(lineOf(await report(), uid))),
      summary: read(() => askSummary(aws)),
      organization_features: read(() => askOrganizationFeatures(aws), { none: noOrganization }),
      virtual_mfa: read(() => hasVirtualRootMfa(aws, uid)),
    })),

    passwordPolicies: each([own('password-policy')], (uid) => ({
      uid,
      name: account,
      region,
      rules: read(() => askPasswordRules(aws), { none: ['NoSuchEntity'] }),
    })),

    users: each(principals(aws, ['User']), (detail) => ({
      ...principalRecord(detail, region),
      groups: detail.groups,
      credentials: read(async () => credentialsOf(aws, lineOf(await report(), detail.uid))),
      mfa_devices: read(() => askMfaDevices(aws, detail.name)),
    })),

    keyHolders: each(keyHolders(aws, rootUser), (holder) => ({
      ...holder,
      region,
      credentials: read(async () => lineOf(await report(), holder.uid)),
    })),

    groups: each(principals(aws, ['Group']), (detail) => principalRecord(detail, region)),

    roles: each(principals(aws, ['Role']), (detail) => ({
      ...principalRecord(detail, region),
      trust: statementsOf(detail.trust),
    })),

    policies: each(policies(aws, 'LocalManagedPolicy'), (it) => policyRecord(it, region)),
    awsPolicies: each(policies(aws, 'AWSManagedPolicy'), (it) => policyRecord(it, region)),
    inlinePolicies: each<InlinePolicy, InlinePolicy>(inlinePolicies(aws, region), (it) => it),

    supportAccess: holding('AWSSupportAccess'),
    securityAudit: holding('SecurityAudit'),
    cloudShellAccess: holding('AWSCloudShellFullAccess'),

    federations: each([own('saml-providers')], (uid) => ({
      uid,
      name: account,
      region,
      providers: read(() => askSamlProviders(aws)),
    })),

    serverCertificates: each(
      serverCertificates(aws),
      ({ Arn, ServerCertificateName, Expiration }) => ({
        uid: Arn ?? own(`server-certificate/${ServerCertificateName}`),
        name: ServerCertificateName,
        region,
        expires_at:
          Expiration ??
          unread('broken_answer', { outcome: 'error', action: 'iam:ListServerCertificates' }),
      }),
    ),
  }
}
