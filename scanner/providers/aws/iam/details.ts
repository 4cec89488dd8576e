// GetAccountAuthorizationDetails: all identities and permissions in one paged list instead of five calls per user. Each
// kind reads its own part and stores nothing. The page size is AWS's default (100): a thousand policies with all their
// versions would exceed the size limit of a response.
import { complete, type Incomplete } from '../../../kit/index.ts'
import { tagsOf } from '../answers.ts'
import type { Aws } from '../client.ts'
import type { AttachedPolicy } from './resources.ts'

const operation = 'iam:GetAccountAuthorizationDetails'

interface ListedPolicy {
  PolicyName?: string
  PolicyDocument?: string
}

interface ListedPrincipal {
  Arn?: string
  AttachedManagedPolicies?: { PolicyName?: string; PolicyArn?: string }[]
  Tags?: { Key?: string; Value?: string }[]
}

interface ListedUser extends ListedPrincipal {
  UserName?: string
  UserPolicyList?: ListedPolicy[]
  GroupList?: string[]
}

interface ListedGroup extends ListedPrincipal {
  GroupName?: string
  GroupPolicyList?: ListedPolicy[]
}

interface ListedRole extends ListedPrincipal {
  RoleName?: string
  RolePolicyList?: ListedPolicy[]
  AssumeRolePolicyDocument?: string
}

interface ListedManagedPolicy {
  Arn?: string
  PolicyName?: string
  AttachmentCount?: number
  PolicyVersionList?: { Document?: string; IsDefaultVersion?: boolean }[]
}

interface Page {
  UserDetailList?: ListedUser[]
  GroupDetailList?: ListedGroup[]
  RoleDetailList?: ListedRole[]
  Policies?: ListedManagedPolicy[]
}

/** A user, group or role in the same words. Documents are percent-encoded. */
export interface PrincipalDetail {
  readonly kind: 'user' | 'group' | 'role'
  readonly uid: string
  readonly name: string
  readonly attached: readonly AttachedPolicy[]
  readonly inline: readonly { readonly name: string; readonly document: string | undefined }[]
  readonly tags: Readonly<Record<string, string>>
  /** For a user: the names of its groups. */
  readonly groups: readonly string[]
  /** For a role: its trust policy. */
  readonly trust: string | undefined
}

export interface PolicyDetail {
  readonly uid: string
  readonly name: string
  readonly attachments: number
  readonly document: string | undefined
}

type Part = 'User' | 'Group' | 'Role' | 'LocalManagedPolicy' | 'AWSManagedPolicy'

const walk = (aws: Aws, Filter: readonly Part[]) => aws.pages<Page>(operation, { Filter })

function must(aws: Aws, value: string | undefined, lacks: string): string {
  if (value) return value
  throw aws.broken(operation, lacks)
}

const principal = (
  aws: Aws,
  kind: PrincipalDetail['kind'],
  given: ListedPrincipal,
  own: {
    name: string | undefined
    inline: ListedPolicy[] | undefined
    groups?: string[] | undefined
    trust?: string | undefined
  },
): PrincipalDetail => ({
  kind,
  uid: must(aws, given.Arn, `the ARN of a ${kind}`),
  name: must(aws, own.name, `the name of a ${kind}`),
  attached: (given.AttachedManagedPolicies ?? []).map(({ PolicyName = '', PolicyArn }) => ({
    name: PolicyName,
    uid: must(aws, PolicyArn, 'the ARN of an attached policy'),
  })),
  inline: (own.inline ?? []).map(({ PolicyName, PolicyDocument }) => ({
    name: must(aws, PolicyName, 'the name of an inline policy'),
    document: PolicyDocument,
  })),
  tags: tagsOf(given.Tags ?? []),
  groups: own.groups ?? [],
  trust: own.trust,
})

export async function* principals(
  aws: Aws,
  parts: readonly ('User' | 'Group' | 'Role')[],
): AsyncGenerator<PrincipalDetail | Incomplete> {
  for await (const page of walk(aws, parts)) {
    for (const part of parts)
      if (!page[`${part}DetailList`]) throw aws.broken(operation, `${part}DetailList`)
    for (const user of page.UserDetailList ?? []) {
      const { UserName: name, UserPolicyList: inline, GroupList: groups } = user
      yield complete(user, () => principal(aws, 'user', user, { name, inline, groups }))
    }
    for (const group of page.GroupDetailList ?? []) {
      const { GroupName: name, GroupPolicyList: inline } = group
      yield complete(group, () => principal(aws, 'group', group, { name, inline }))
    }
    for (const role of page.RoleDetailList ?? []) {
      const { RoleName: name, RolePolicyList: inline, AssumeRolePolicyDocument: trust } = role
      yield complete(role, () => principal(aws, 'role', role, { name, inline, trust }))
    }
  }
}

/** Managed policies in their default version: the account's own, and AWS managed policies in use. */
export async function* policies(
  aws: Aws,
  part: 'LocalManagedPolicy' | 'AWSManagedPolicy',
): AsyncGenerator<PolicyDetail | Incomplete> {
  for await (const page of walk(aws, [part])) {
    if (!page.Policies) throw aws.broken(operation, 'Policies')
    for (const policy of page.Policies)
      yield complete(policy, ({ Arn, PolicyName, AttachmentCount, PolicyVersionList = [] }) => {
        if (AttachmentCount === undefined) throw aws.broken(operation, 'a count of attachments')
        const uid = must(aws, Arn, 'the ARN of a policy')
        return {
          uid,
          name: PolicyName ?? uid.slice(uid.lastIndexOf('/') + 1),
          attachments: AttachmentCount,
          document: PolicyVersionList.find(({ IsDefaultVersion }) => IsDefaultVersion)?.Document,
        }
      })
  }
}
