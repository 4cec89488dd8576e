/** Users, groups and roles, and their policies. */
import type { PolicyDocument } from '../policy-document.ts'
import type { Call, Operation } from '../call.ts'
import {
  groupOf,
  groupResource,
  listed,
  noSuchEntity,
  roleOf,
  roleResource,
  underPath,
  userOf,
  userResource,
} from './lookup.ts'
import type { Group, Role, User } from './state.ts'
import {
  attachedTree,
  boundaryTree,
  documentTree,
  groupTree,
  instanceProfileTrees,
  roleTree,
  tagTrees,
  userTree,
} from './trees.ts'

const inlinePolicy = (policies: Record<string, PolicyDocument>, { input }: Call) => {
  const name = input.text('PolicyName') ?? ''
  const document = Object.hasOwn(policies, name) ? policies[name] : undefined
  if (!document) throw noSuchEntity(`The policy with name ${name} cannot be found.`)
  return { PolicyName: name, PolicyDocument: documentTree(document) }
}

/** The three read operations of every kind of principal: attached policies, inline policies, one inline policy. */
const policyReads = <T extends User | Group | Role>(
  kind: string,
  find: (call: Call) => T,
  resource: (call: Call) => string,
): Record<string, Operation> => ({
  [`ListAttached${kind}Policies`]: {
    resource,
    answer: (call) => listed(call, 'AttachedPolicies', find(call).attachedPolicies, attachedTree),
  },
  [`List${kind}Policies`]: {
    resource,
    answer: (call) =>
      listed(call, 'PolicyNames', Object.keys(find(call).inlinePolicies), (name) => name),
  },
  [`Get${kind}Policy`]: {
    resource,
    answer: (call) => {
      const principal = find(call)
      return { [`${kind}Name`]: principal.name, ...inlinePolicy(principal.inlinePolicies, call) }
    },
  },
})

const userWithPassword = (accountId: string, user: User) => ({
  ...userTree(accountId, user),
  PasswordLastUsed: user.console?.lastUsedAt ?? undefined,
})

const getUser = (call: Call) => {
  const user = userOf(call)
  return {
    User: {
      ...userWithPassword(call.account.id, user),
      PermissionsBoundary: boundaryTree(user.permissionsBoundary),
      Tags: tagTrees(user.tags),
    },
  }
}

const getGroup = (call: Call) => {
  const group = groupOf(call)
  const members = call.account.iam.users.filter((user) => user.groups.includes(group.name))
  return {
    Group: groupTree(call.account.id, group),
    ...listed(call, 'Users', members, (user) => userWithPassword(call.account.id, user)),
  }
}

const getRole = (call: Call) => {
  const role = roleOf(call)
  return {
    Role: {
      ...roleTree(call.account.id, role),
      Description: role.description,
      MaxSessionDuration: role.maxSessionSeconds,
      PermissionsBoundary: boundaryTree(role.permissionsBoundary),
      RoleLastUsed: role.lastUsed && {
        LastUsedDate: role.lastUsed.at,
        Region: role.lastUsed.region,
      },
      Tags: tagTrees(role.tags),
    },
  }
}

const groupsOfUser = (call: Call) => {
  const { groups } = userOf(call)
  const joined = call.account.iam.groups.filter(({ name }) => groups.includes(name))
  return listed(call, 'Groups', joined, (group) => groupTree(call.account.id, group))
}

export const principalOperations: Record<string, Operation> = {
  ListUsers: {
    answer: (call) =>
      listed(call, 'Users', underPath(call, call.account.iam.users), (user) =>
        userWithPassword(call.account.id, user),
      ),
  },
  GetUser: { resource: userResource, answer: getUser },
  ListGroupsForUser: { resource: userResource, answer: groupsOfUser },
  ListUserTags: {
    resource: userResource,
    answer: (call) => listed(call, 'Tags', tagTrees(userOf(call).tags), (tag) => tag),
  },
  ListGroups: {
    answer: (call) =>
      listed(call, 'Groups', underPath(call, call.account.iam.groups), (group) =>
        groupTree(call.account.id, group),
      ),
  },
  GetGroup: { resource: groupResource, answer: getGroup },
  ListRoles: {
    answer: (call) =>
      listed(call, 'Roles', underPath(call, call.account.iam.roles), (role) => ({
        ...roleTree(call.account.id, role),
        Description: role.description,
        MaxSessionDuration: role.maxSessionSeconds,
      })),
  },
  GetRole: { resource: roleResource, answer: getRole },
  ListRoleTags: {
    resource: roleResource,
    answer: (call) => listed(call, 'Tags', tagTrees(roleOf(call).tags), (tag) => tag),
  },
  ListInstanceProfiles: {
    answer: (call) => {
      const { iam, id } = call.account
      const profiles = iam.roles.flatMap((role) => instanceProfileTrees(id, role))
      return listed(call, 'InstanceProfiles', profiles, (profile) => profile)
    },
  },
  ...policyReads('User', userOf, userResource),
  ...policyReads('Group', groupOf, groupResource),
  ...policyReads('Role', roleOf, roleResource),
}
