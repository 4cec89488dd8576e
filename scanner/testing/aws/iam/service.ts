import type { Call, Operation, Service } from '../call.ts'
import { Fault } from '../fault.ts'
import { recogniseForm } from '../inputs.ts'
import { credentialOperations } from './credentials.ts'
import { reportOperations } from './credential-report.ts'
import { detailOperations } from './details.ts'
import { listed, noSuchEntity } from './lookup.ts'
import { isAwsManaged, policyOperations } from './policies.ts'
import { principalOperations } from './principals.ts'

const counts = ({ iam }: Call['account']): Record<string, number> => {
  const virtualDevices = iam.users
    .flatMap((user) => user.mfaDevices)
    .filter(({ kind }) => kind === 'virtual').length
  return {
    Users: iam.users.length,
    UsersQuota: 5000,
    Groups: iam.groups.length,
    GroupsQuota: 300,
    Roles: iam.roles.length,
    RolesQuota: 1000,
    Policies: iam.policies.filter((policy) => !isAwsManaged(policy)).length,
    PoliciesQuota: 1500,
    ServerCertificates: iam.serverCertificates.length,
    ServerCertificatesQuota: 20,
    MFADevices: virtualDevices + iam.spareMfaDevices.length,
    MFADevicesInUse: iam.users.filter((user) => user.mfaDevices.length > 0).length,
    AccountMFAEnabled: iam.root.mfa === 'none' ? 0 : 1,
    AccountAccessKeysPresent: iam.root.accessKeys.length > 0 ? 1 : 0,
    AccountSigningCertificatesPresent: 0,
    AccountPasswordPresent: iam.root.hasPassword ? 1 : 0,
  }
}

/** A map is a sequence of entries, not a list of members. */
const summary = ({ account }: Call) => ({
  SummaryMap: {
    entry: { '#each': Object.entries(counts(account)).map(([key, value]) => ({ key, value })) },
  },
})

const passwordPolicy = ({ account }: Call) => {
  const policy = account.iam.passwordPolicy
  if (!policy)
    throw noSuchEntity(`The Password Policy with domain name ${account.id} cannot be found.`)
  return {
    PasswordPolicy: {
      MinimumPasswordLength: policy.minimumLength,
      RequireSymbols: policy.requireSymbols,
      RequireNumbers: policy.requireNumbers,
      RequireUppercaseCharacters: policy.requireUppercase,
      RequireLowercaseCharacters: policy.requireLowercase,
      AllowUsersToChangePassword: policy.allowUsersToChange,
      ExpirePasswords: policy.maxAgeDays !== undefined,
      MaxPasswordAge: policy.maxAgeDays,
      PasswordReusePrevention: policy.reusePrevention,
      HardExpiry: policy.hardExpiry,
    },
  }
}

const organizationFeatures = ({ account }: Call) => {
  const features = account.iam.organizationFeatures
  if (!features)
    throw new Fault('OrganizationNotFoundException', 400, 'The account is in no organization.')
  return { OrganizationId: 'o-fixture0001', EnabledFeatures: features }
}

const accountOperations: Record<string, Operation> = {
  GetAccountSummary: { answer: summary },
  GetAccountPasswordPolicy: { answer: passwordPolicy },
  ListAccountAliases: {
    answer: (call) => {
      const { alias } = call.account
      return listed(call, 'AccountAliases', alias === null ? [] : [alias], (name) => name)
    },
  },
  ListOrganizationsFeatures: { answer: organizationFeatures },
}

export const iam: Service = {
  name: 'iam',
  prefix: 'iam',
  protocol: 'query',
  refusals: 'query',
  xmlns: 'https://iam.amazonaws.com/doc/2010-05-08/',
  global: true,
  recognise: recogniseForm('2010-05-08'),
  operations: {
    ...accountOperations,
    ...principalOperations,
    ...policyOperations,
    ...detailOperations,
    ...credentialOperations,
    ...reportOperations,
  },
}
