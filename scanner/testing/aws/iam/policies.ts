/** Managed policies: the account's own and those of AWS. */
import type { Call, Operation } from '../call.ts'
import { listed, noSuchEntity, policyOf, policyResource, underPath } from './lookup.ts'
import type { Policy } from './state.ts'
import { holdersOf, policyTree, usesOf, versionTree } from './trees.ts'

export const isAwsManaged = ({ arn }: Policy) => arn.startsWith('arn:aws:iam::aws:')

const inScope = (scope: string, policy: Policy) =>
  scope === 'All' || (scope === 'AWS') === isAwsManaged(policy)

const listPolicies = (call: Call) => {
  const { account, input } = call
  const scope = input.text('Scope') ?? 'All'
  const onlyAttached = input.text('OnlyAttached') === 'true'
  const uses = usesOf(account)
  const policies = underPath(call, account.iam.policies).filter(
    (policy) => inScope(scope, policy) && (!onlyAttached || uses.attachmentsOf(policy.arn) > 0),
  )
  return listed(call, 'Policies', policies, (policy) => policyTree(uses, policy))
}

const getPolicy = (call: Call) => {
  const policy = policyOf(call)
  return {
    Policy: {
      ...policyTree(usesOf(call.account), policy),
      Description: policy.description,
      Tags: [],
    },
  }
}

const getPolicyVersion = (call: Call) => {
  const policy = policyOf(call)
  const id = call.input.text('VersionId') ?? ''
  const version = policy.versions.find((each) => each.id === id)
  if (!version) throw noSuchEntity(`Policy ${policy.arn} version ${id} does not exist.`)
  return { PolicyVersion: versionTree(policy, version) }
}

const listVersions = (call: Call) => {
  const policy = policyOf(call)
  return listed(call, 'Versions', policy.versions, (version) => {
    const { Document: _, ...rest } = versionTree(policy, version)
    return rest
  })
}

/** Three lists share one page, in this order. */
const listEntities = (call: Call) => {
  const usage = call.input.text('PolicyUsageFilter')
  const { users, groups, roles } = holdersOf(call.account, policyOf(call).arn, usage)
  const kind = call.input.text('EntityFilter')
  const entities = [
    ...groups.map(({ name, id }) => ({ kind: 'Group', name, id })),
    ...users.map(({ name, id }) => ({ kind: 'User', name, id })),
    ...roles.map(({ name, id }) => ({ kind: 'Role', name, id })),
  ].filter((entity) => kind === undefined || entity.kind === kind)
  const { items, next } = call.page(entities, { token: 'Marker', size: 'MaxItems', usual: 100 })
  const of = (wanted: string) =>
    items
      .filter((entity) => entity.kind === wanted)
      .map(({ name, id }) => ({ [`${wanted}Name`]: name, [`${wanted}Id`]: id }))
  return {
    PolicyGroups: of('Group'),
    PolicyUsers: of('User'),
    PolicyRoles: of('Role'),
    IsTruncated: next !== undefined,
    Marker: next,
  }
}

const resource = policyResource

export const policyOperations: Record<string, Operation> = {
  ListPolicies: { answer: listPolicies },
  GetPolicy: { resource, answer: getPolicy },
  GetPolicyVersion: { resource, answer: getPolicyVersion },
  ListPolicyVersions: { resource, answer: listVersions },
  ListEntitiesForPolicy: { resource, answer: listEntities },
}
