/** Users, groups, roles and policies in IAM's response format. */
import type { Account } from '../account.ts'
import type { PolicyDocument } from '../policy-document.ts'
import type { Tags } from '../tags.ts'
import { arnOfGroup, arnOfRole, arnOfUser } from '../arns.ts'
import type { Group, Policy, Role, User } from './state.ts'

/** IAM sends policy documents percent-encoded. */
export const documentTree = (document: PolicyDocument): string =>
  encodeURIComponent(JSON.stringify(document)).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

export const tagTrees = (tags: Tags) => Object.entries(tags).map(([Key, Value]) => ({ Key, Value }))

export const boundaryTree = (arn: string | undefined) =>
  arn && { PermissionsBoundaryType: 'Policy', PermissionsBoundaryArn: arn }

export const userTree = (accountId: string, user: User) => ({
  Path: user.path,
  UserName: user.name,
  UserId: user.id,
  Arn: arnOfUser(accountId, user),
  CreateDate: user.createdAt,
})

export const groupTree = (accountId: string, group: Group) => ({
  Path: group.path,
  GroupName: group.name,
  GroupId: group.id,
  Arn: arnOfGroup(accountId, group),
  CreateDate: group.createdAt,
})

export const roleTree = (accountId: string, role: Role) => ({
  Path: role.path,
  RoleName: role.name,
  RoleId: role.id,
  Arn: arnOfRole(accountId, role),
  CreateDate: role.createdAt,
  AssumeRolePolicyDocument: documentTree(role.trust),
})

const lastPart = (arn: string) => arn.slice(arn.lastIndexOf('/') + 1)

export const attachedTree = (arn: string) => ({ PolicyName: lastPart(arn), PolicyArn: arn })

/** All users, groups and roles with the policy attached. */
/** By attachment, by permissions boundary, or both by default. */
export const holdersOf = ({ iam }: Account, arn: string, usage?: string) => {
  const uses = (it: { attachedPolicies: readonly string[]; permissionsBoundary?: string }) =>
    (usage !== 'PermissionsBoundary' && it.attachedPolicies.includes(arn)) ||
    (usage !== 'PermissionsPolicy' && it.permissionsBoundary === arn)
  return {
    users: iam.users.filter(uses),
    groups: iam.groups.filter(uses),
    roles: iam.roles.filter(uses),
  }
}

/** The number of attachments of each policy, and of uses as a boundary: computed in one pass for a whole list. */
export const usesOf = ({ iam }: Account) => {
  const attached = new Map<string, number>()
  const bounding = new Map<string, number>()
  const count = (counts: Map<string, number>, arn: string) =>
    counts.set(arn, (counts.get(arn) ?? 0) + 1)
  for (const principal of [...iam.users, ...iam.groups, ...iam.roles])
    for (const arn of principal.attachedPolicies) count(attached, arn)
  for (const { permissionsBoundary } of [...iam.users, ...iam.roles])
    if (permissionsBoundary) count(bounding, permissionsBoundary)
  return {
    attachmentsOf: (arn: string) => attached.get(arn) ?? 0,
    boundariesOf: (arn: string) => bounding.get(arn) ?? 0,
  }
}

export const policyTree = (uses: ReturnType<typeof usesOf>, policy: Policy) => ({
  PolicyName: policy.name,
  PolicyId: policy.id,
  Arn: policy.arn,
  Path: policy.path,
  DefaultVersionId: policy.defaultVersion,
  AttachmentCount: uses.attachmentsOf(policy.arn),
  PermissionsBoundaryUsageCount: uses.boundariesOf(policy.arn),
  IsAttachable: true,
  CreateDate: policy.createdAt,
  UpdateDate: policy.updatedAt,
})

export const versionTree = (policy: Policy, version: Policy['versions'][number]) => ({
  Document: documentTree(version.document),
  VersionId: version.id,
  IsDefaultVersion: version.id === policy.defaultVersion,
  CreateDate: version.createdAt,
})

/** A role that EC2 may assume has an instance profile with the same name, as the console creates it. */
export const instanceProfileTrees = (accountId: string, role: Role) => {
  const forEc2 = role.trust.Statement.some(
    ({ Principal }) =>
      Principal !== '*' && [Principal?.['Service']].flat().includes('ec2.amazonaws.com'),
  )
  if (!forEc2) return []
  return [
    {
      Path: role.path,
      InstanceProfileName: role.name,
      InstanceProfileId: role.id.replace('AROA', 'AIPA'),
      Arn: `arn:aws:iam::${accountId}:instance-profile${role.path}${role.name}`,
      CreateDate: role.createdAt,
      Roles: [roleTree(accountId, role)],
    },
  ]
}
