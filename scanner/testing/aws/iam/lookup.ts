/** Finds and lists IAM resources, for all operations. */
import { arnOfGroup, arnOfRole, arnOfUser } from '../arns.ts'
import type { Call } from '../call.ts'
import { Fault } from '../fault.ts'
import type { Tree } from '../xml.ts'
import type { Group, Policy, Role, User } from './state.ts'

export const noSuchEntity = (message: string) => new Fault('NoSuchEntity', 404, message)

const named = <T extends { readonly name: string }>(
  items: readonly T[],
  name: string,
  kind: string,
): T => {
  const item = items.find((each) => each.name === name)
  if (item) return item
  throw noSuchEntity(`The ${kind} with name ${name} cannot be found.`)
}

/** Returns the named user, or the calling user without a name. */
export const userOf = ({ account, input, caller }: Call): User =>
  named(
    account.iam.users,
    input.text('UserName') ?? caller.arn.slice(caller.arn.lastIndexOf('/') + 1),
    'user',
  )
export const groupOf = ({ account, input }: Call): Group =>
  named(account.iam.groups, input.text('GroupName') ?? '', 'group')
export const roleOf = ({ account, input }: Call): Role =>
  named(account.iam.roles, input.text('RoleName') ?? '', 'role')
export const policyOf = ({ account, input }: Call): Policy => {
  const arn = input.text('PolicyArn') ?? ''
  const policy = account.iam.policies.find((each) => each.arn === arn)
  if (policy) return policy
  throw noSuchEntity(`Policy ${arn} was not found.`)
}

const pathOf = (items: readonly { name: string; path: string }[], name: string | undefined) =>
  items.find((each) => each.name === name) ?? { name: name ?? '', path: '/' }

/** The resource of a call, for its permission: the entity in the request, whether it exists or not. */
export const userResource = ({ account, input }: Call) => {
  const name = input.text('UserName')
  return name === undefined ? '*' : arnOfUser(account.id, pathOf(account.iam.users, name))
}
export const groupResource = ({ account, input }: Call) =>
  arnOfGroup(account.id, pathOf(account.iam.groups, input.text('GroupName')))
export const roleResource = ({ account, input }: Call) =>
  arnOfRole(account.id, pathOf(account.iam.roles, input.text('RoleName')))
export const policyResource = ({ input }: Call) => input.text('PolicyArn') ?? '*'

/** Returns one page of a list, under IAM's name for it. */
export const listed = <T>(
  call: Call,
  name: string,
  items: readonly T[],
  render: (item: T) => Tree,
): { readonly [field: string]: Tree } => {
  const rule = { token: 'Marker', size: 'MaxItems', usual: 100 }
  const page = call.page(items, rule)
  return { [name]: page.items.map(render), IsTruncated: page.next !== undefined, Marker: page.next }
}

/** The entities under `PathPrefix`, or all without a prefix. */
export const underPath = <T extends { path: string }>({ input }: Call, items: readonly T[]): T[] =>
  items.filter(({ path }) => path.startsWith(input.text('PathPrefix') ?? '/'))
