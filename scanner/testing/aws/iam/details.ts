/** GetAccountAuthorizationDetails: all identities and permissions, in one paged list. */
import type { Account } from '../account.ts'
import type { PolicyDocument } from '../policy-document.ts'
import type { Call, Operation } from '../call.ts'
import type { Tree } from '../xml.ts'
import { isAwsManaged } from './policies.ts'
import {
  attachedTree,
  boundaryTree,
  documentTree,
  groupTree,
  instanceProfileTrees,
  policyTree,
  roleTree,
  tagTrees,
  userTree,
  usesOf,
  versionTree,
} from './trees.ts'

type Detail = readonly [list: string, render: () => Tree]

const inlineTrees = (policies: Record<string, PolicyDocument>) =>
  Object.entries(policies).map(([PolicyName, document]) => ({
    PolicyName,
    PolicyDocument: documentTree(document),
  }))

const userDetails = ({ id, iam }: Account): Detail[] =>
  iam.users.map((user) => [
    'UserDetailList',
    () => ({
      ...userTree(id, user),
      UserPolicyList: inlineTrees(user.inlinePolicies),
      GroupList: user.groups,
      AttachedManagedPolicies: user.attachedPolicies.map(attachedTree),
      PermissionsBoundary: boundaryTree(user.permissionsBoundary),
      Tags: tagTrees(user.tags),
    }),
  ])

const groupDetails = ({ id, iam }: Account): Detail[] =>
  iam.groups.map((group) => [
    'GroupDetailList',
    () => ({
      ...groupTree(id, group),
      GroupPolicyList: inlineTrees(group.inlinePolicies),
      AttachedManagedPolicies: group.attachedPolicies.map(attachedTree),
    }),
  ])

const roleDetails = ({ id, iam }: Account): Detail[] =>
  iam.roles.map((role) => [
    'RoleDetailList',
    () => ({
      ...roleTree(id, role),
      InstanceProfileList: instanceProfileTrees(id, role),
      RolePolicyList: inlineTrees(role.inlinePolicies),
      AttachedManagedPolicies: role.attachedPolicies.map(attachedTree),
      PermissionsBoundary: boundaryTree(role.permissionsBoundary),
      Tags: tagTrees(role.tags),
      RoleLastUsed: role.lastUsed && {
        LastUsedDate: role.lastUsed.at,
        Region: role.lastUsed.region,
      },
    }),
  ])

const policyDetails = (account: Account, fromAws: boolean): Detail[] => {
  const uses = usesOf(account)
  return account.iam.policies
    .filter((policy) => isAwsManaged(policy) === fromAws)
    .filter((policy) => !fromAws || uses.attachmentsOf(policy.arn) > 0)
    .map((policy) => [
      'Policies',
      () => ({
        ...policyTree(uses, policy),
        Description: policy.description,
        PolicyVersionList: policy.versions.map((version) => versionTree(policy, version)),
      }),
    ])
}

const kinds: readonly (readonly [string, (account: Account) => Detail[]])[] = [
  ['User', userDetails],
  ['Group', groupDetails],
  ['Role', roleDetails],
  ['LocalManagedPolicy', (account) => policyDetails(account, false)],
  ['AWSManagedPolicy', (account) => policyDetails(account, true)],
]

const lists = ['UserDetailList', 'GroupDetailList', 'RoleDetailList', 'Policies']

const details = (call: Call) => {
  const wanted = call.input.texts('Filter')
  const all = kinds
    .filter(([kind]) => wanted.length === 0 || wanted.includes(kind))
    .flatMap(([, detailsOf]) => detailsOf(call.account))
  const { items, next } = call.page(all, { token: 'Marker', size: 'MaxItems', usual: 100 })
  const listsOfPage = lists.map((name) => [
    name,
    items.filter(([list]) => list === name).map(([, render]) => render()),
  ])
  return { ...Object.fromEntries(listsOfPage), IsTruncated: next !== undefined, Marker: next }
}

export const detailOperations: Record<string, Operation> = {
  GetAccountAuthorizationDetails: { answer: details },
}
