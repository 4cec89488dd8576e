// Services to which no user should have full access, and the definition of full access if some actions are excluded.
// Names of actions are facts of "Actions, resources, and condition keys for AWS services", Service Authorization
// Reference, November 2026.
import {
  administration,
  fullAccess,
  includes,
  namedAll,
  only,
  type Owner,
  permitsSomewhere,
  type Statement,
} from '../policy/index.ts'
import { listed } from './escalation.ts'

export const kms = {
  title: 'KMS',
  name: 'kms',
  kind: 'key',
  // A UUID, or `mrk-` and 32 digits: both have 36 characters.
  names: ['~~~~~~~~-~~~~-~~~~-~~~~-~~~~~~~~~~~~'],
  actions:
    `CancelKeyDeletion ConnectCustomKeyStore CreateAlias CreateCustomKeyStore CreateGrant CreateKey Decrypt
    DeleteAlias DeleteCustomKeyStore DeleteImportedKeyMaterial DeriveSharedSecret DescribeCustomKeyStores
    DescribeKey DisableKey DisableKeyRotation DisconnectCustomKeyStore EnableKey EnableKeyRotation Encrypt
    GenerateDataKey GenerateDataKeyPair GenerateDataKeyPairWithoutPlaintext GenerateDataKeyWithoutPlaintext
    GenerateMac GenerateRandom GetKeyPolicy GetKeyRotationStatus GetParametersForImport GetPublicKey
    ImportKeyMaterial ListAliases ListGrants ListKeyPolicies ListKeyRotations ListKeys ListResourceTags
    ListRetirableGrants PutKeyPolicy ReEncryptFrom ReEncryptTo ReplicateKey RetireGrant RevokeGrant
    RotateKeyOnDemand ScheduleKeyDeletion Sign SynchronizeMultiRegionKey TagResource UntagResource UpdateAlias
    UpdateCustomKeyStore UpdateKeyDescription UpdatePrimaryRegion Verify VerifyMac`.split(/\s+/),
  /** Actions that read or destroy data, or share keys. */
  dangerous:
    'CreateGrant Decrypt DeleteImportedKeyMaterial DisableKey PutKeyPolicy ReEncryptFrom ReplicateKey ScheduleKeyDeletion'.split(
      ' ',
    ),
}

export const cloudtrail = {
  title: 'CloudTrail',
  name: 'cloudtrail',
  kind: 'trail',
  actions:
    `AddTags CancelQuery CreateChannel CreateDashboard CreateEventDataStore CreateServiceLinkedChannel CreateTrail
    DeleteChannel DeleteDashboard DeleteEventDataStore DeleteResourcePolicy DeleteServiceLinkedChannel DeleteTrail
    DeregisterOrganizationDelegatedAdmin DescribeQuery DescribeTrails DisableFederation EnableFederation
    GenerateQuery GetChannel GetDashboard GetEventConfiguration GetEventDataStore GetEventDataStoreData
    GetEventSelectors GetImport GetInsightSelectors GetQueryResults GetResourcePolicy GetServiceLinkedChannel
    GetTrail GetTrailStatus ListChannels ListDashboards ListEventDataStores ListImportFailures ListImports
    ListInsightsMetricData ListPublicKeys ListQueries ListServiceLinkedChannels ListTags ListTrails LookupEvents
    PutEventConfiguration PutEventSelectors PutInsightSelectors PutResourcePolicy
    RegisterOrganizationDelegatedAdmin RemoveTags RestoreEventDataStore SearchSampleQueries StartDashboardRefresh
    StartEventDataStoreIngestion StartImport StartLogging StartQuery StopEventDataStoreIngestion StopImport
    StopLogging UpdateChannel UpdateDashboard UpdateEventDataStore UpdateServiceLinkedChannel UpdateTrail`.split(
      /\s+/,
    ),
  /** Actions that stop, reduce or redirect the log. */
  dangerous:
    'DeleteEventDataStore DeleteTrail PutEventSelectors StopEventDataStoreIngestion StopLogging UpdateEventDataStore UpdateTrail'.split(
      ' ',
    ),
}

/** Actions that grant permissions to oneself or others, and so make an administrator. */
const givingRights =
  `iam:AddUserToGroup iam:AttachGroupPolicy iam:AttachRolePolicy iam:AttachUserPolicy iam:CreateAccessKey
  iam:CreateLoginProfile iam:CreatePolicyVersion iam:PassRole iam:PutGroupPolicy iam:PutRolePolicy iam:PutUserPolicy
  iam:SetDefaultPolicyVersion iam:UpdateAssumeRolePolicy iam:UpdateLoginProfile`.split(/\s+/)

/** Limits statements to these resources, so that a denial for all of them is a denial of everything. */
const about = (statements: readonly Statement[], all: string): readonly Statement[] =>
  statements.map((it) =>
    it.effect === 'Allow' && includes(it.resources, only(all))
      ? { ...it, resources: only(all) }
      : it,
  )

const but = (taken: readonly string[]): string =>
  taken.length > 0 ? ` except ${listed(taken)}` : ''

export interface WholeService {
  /** The display name. */
  readonly title: string
  readonly name: string
  readonly kind: string
  readonly actions: readonly string[]
  readonly dangerous: readonly string[]
}

/**
 * Describes the permissions of a policy with full access to a service, for users: `every action of KMS but kms:Sign by
 * a statement`. Null if it allows less, or if all dangerous actions are excluded or always denied.
 */
export function everyActionOf(
  statements: readonly Statement[],
  service: WholeService,
  owner: Owner,
): string | null {
  const found = fullAccess(statements, service, owner)
  const { title, name, kind, actions, dangerous } = service
  const all = `arn:${owner.partition}:${name}:*:${owner.account}:${kind}/*`
  const own = about(statements, all)
  const permits = (action: string) => permitsSomewhere(own, `${name}:${action}`)
  if (found.length === 0 || !dangerous.some(permits)) return null
  const taken = actions.filter((it) => !permits(it)).map((it) => `${name}:${it}`)
  return `every ${title} action${but(taken)} by ${namedAll(found)}`
}

/** Like `everyActionOf`, for all services including IAM: `everything but ec2:* by a statement`. */
export function everythingThere(statements: readonly Statement[], owner: Owner): string | null {
  const found = administration(statements, owner)
  const own = about(statements, `arn:${owner.partition}:iam::${owner.account}:*`)
  if (found.length === 0 || !givingRights.some((it) => permitsSomewhere(own, it))) return null
  const left = found.flatMap(({ actions }) => (actions.but ? actions.patterns : []))
  const denied = statements.flatMap(({ effect, actions }) =>
    effect === 'Deny' && !actions.but ? actions.patterns : [],
  )
  // Actions that another statement allows, or that are denied only in part, are not exceptions.
  const taken = [...new Set([...left, ...denied])].filter((it) => !permitsSomewhere(statements, it))
  return `everything${but(taken)} by ${namedAll(found)}`
}
