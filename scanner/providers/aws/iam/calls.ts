// The calls besides the big list and the credential report.
import { CallProblem } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import type { Holders, PasswordRules } from './resources.ts'

/** The counts of the account summary about the root user. */
export async function askSummary(aws: Aws) {
  const { SummaryMap = {} } = await aws.call<{ SummaryMap?: Record<string, string> }>(
    'iam:GetAccountSummary',
  )
  const counted = (name: string): boolean => {
    const count = SummaryMap[name]
    if (count !== undefined && /^\d+$/.test(String(count))) return Number(count) > 0
    throw aws.broken('iam:GetAccountSummary', name)
  }
  return {
    mfa: counted('AccountMFAEnabled'),
    access_keys: counted('AccountAccessKeysPresent'),
    // Clouds that emulate AWS omit it; only fields that depend on it are unread.
    password:
      SummaryMap.AccountPasswordPresent === undefined ? null : counted('AccountPasswordPresent'),
  }
}

/** True if one of the assigned virtual MFA devices belongs to the root user. */
export async function hasVirtualRootMfa(aws: Aws, rootArn: string): Promise<boolean> {
  for await (const { VirtualMFADevices } of aws.pages<{
    VirtualMFADevices?: { SerialNumber?: string; User?: { Arn?: string } }[]
  }>('iam:ListVirtualMFADevices', { AssignmentStatus: 'Assigned' })) {
    if (!VirtualMFADevices) throw aws.broken('iam:ListVirtualMFADevices', 'VirtualMFADevices')
    const found = VirtualMFADevices.some(
      ({ SerialNumber, User }) =>
        User?.Arn === rootArn || SerialNumber?.endsWith(':mfa/root-account-mfa-device'),
    )
    if (found) return true
  }
  return false
}

/** Error codes of an account that does not manage an organization. */
export const noOrganization = [
  'AccountNotManagementOrDelegatedAdministratorException',
  'OrganizationNotFoundException',
  'OrganizationNotInAllFeaturesModeException',
]

/** Without trusted access for IAM there are no features: a valid response, not a failure. */
export async function askOrganizationFeatures(aws: Aws): Promise<readonly string[]> {
  try {
    const { EnabledFeatures } = await aws.call<{ EnabledFeatures?: string[] }>(
      'iam:ListOrganizationsFeatures',
    )
    if (!EnabledFeatures) throw aws.broken('iam:ListOrganizationsFeatures', 'EnabledFeatures')
    return EnabledFeatures
  } catch (thrown) {
    const off = thrown instanceof CallProblem && thrown.code === 'ServiceAccessNotEnabledException'
    if (off) return []
    throw thrown
  }
}

export async function askSamlProviders(aws: Aws) {
  const { SAMLProviderList } = await aws.call<{
    SAMLProviderList?: { Arn?: string; ValidUntil?: string }[]
  }>('iam:ListSAMLProviders')
  if (!SAMLProviderList) throw aws.broken('iam:ListSAMLProviders', 'SAMLProviderList')
  return SAMLProviderList.map(({ Arn, ValidUntil }) => {
    if (!Arn) throw aws.broken('iam:ListSAMLProviders', 'an ARN')
    return { uid: Arn, valid_until: ValidUntil ?? null }
  })
}

/** A rule that the response omits is not set. */
export async function askPasswordRules(aws: Aws): Promise<PasswordRules> {
  const { PasswordPolicy: given } = await aws.call<{
    PasswordPolicy?: {
      MinimumPasswordLength?: number
      RequireSymbols?: boolean
      RequireNumbers?: boolean
      RequireUppercaseCharacters?: boolean
      RequireLowercaseCharacters?: boolean
      ExpirePasswords?: boolean
      MaxPasswordAge?: number
      PasswordReusePrevention?: number
    }
  }>('iam:GetAccountPasswordPolicy')
  if (!given) throw aws.broken('iam:GetAccountPasswordPolicy', 'PasswordPolicy')
  return {
    minimum_length: given.MinimumPasswordLength ?? 6,
    symbols: given.RequireSymbols ?? false,
    numbers: given.RequireNumbers ?? false,
    uppercase: given.RequireUppercaseCharacters ?? false,
    lowercase: given.RequireLowercaseCharacters ?? false,
    max_age: given.ExpirePasswords ? (given.MaxPasswordAge ?? null) : null,
    remembered: given.PasswordReusePrevention ?? 0,
  }
}

/** Serial numbers of a user's MFA devices, of every kind. */
export async function askMfaDevices(aws: Aws, UserName: string): Promise<readonly string[]> {
  const serials: string[] = []
  for await (const { MFADevices } of aws.pages<{
    MFADevices?: { SerialNumber?: string }[]
  }>('iam:ListMFADevices', { UserName })) {
    if (!MFADevices) throw aws.broken('iam:ListMFADevices', 'MFADevices')
    for (const { SerialNumber } of MFADevices) {
      if (!SerialNumber) throw aws.broken('iam:ListMFADevices', 'a serial number')
      serials.push(SerialNumber)
    }
  }
  return serials
}

/** The names of principals with a managed policy attached. A permissions boundary grants nothing. */
export async function askHolders(aws: Aws, PolicyArn: string): Promise<Holders> {
  const users: string[] = []
  const groups: string[] = []
  const roles: string[] = []
  for await (const page of aws.pages<{
    PolicyUsers?: { UserName?: string }[]
    PolicyGroups?: { GroupName?: string }[]
    PolicyRoles?: { RoleName?: string }[]
  }>('iam:ListEntitiesForPolicy', { PolicyArn, PolicyUsageFilter: 'PermissionsPolicy' })) {
    const { PolicyUsers, PolicyGroups, PolicyRoles } = page
    if (!PolicyUsers || !PolicyGroups || !PolicyRoles)
      throw aws.broken('iam:ListEntitiesForPolicy', 'its three lists')
    users.push(...PolicyUsers.map(({ UserName = '' }) => UserName))
    groups.push(...PolicyGroups.map(({ GroupName = '' }) => GroupName))
    roles.push(...PolicyRoles.map(({ RoleName = '' }) => RoleName))
  }
  return { users, groups, roles }
}

export async function* serverCertificates(aws: Aws) {
  for await (const { ServerCertificateMetadataList } of aws.pages<{
    ServerCertificateMetadataList?: {
      Arn?: string
      ServerCertificateName: string
      Expiration?: string
    }[]
  }>('iam:ListServerCertificates')) {
    if (!ServerCertificateMetadataList)
      throw aws.broken('iam:ListServerCertificates', 'ServerCertificateMetadataList')
    yield* ServerCertificateMetadataList
  }
}
