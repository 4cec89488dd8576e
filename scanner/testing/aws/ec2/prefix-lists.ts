import type { Call, Operation } from '../call.ts'
import { Fault } from '../fault.ts'
import { describe, ec2Of, tagSet } from './describe.ts'
import type { PrefixList } from './network.state.ts'

const missing = 'InvalidPrefixListID.NotFound'

const ownerOf = ({ account }: Call, { ownedByAws }: PrefixList) => (ownedByAws ? 'AWS' : account.id)

const describeManagedPrefixLists = describe<PrefixList>({
  set: 'prefixListSet',
  items: ({ prefixLists }) => prefixLists,
  ids: ['PrefixListId', ({ id }) => id, missing],
  least: 1,
  most: 100,
  filters: { 'prefix-list-id': ({ id }) => [id], 'prefix-list-name': ({ name }) => [name] },
  tree: (list, call) => ({
    prefixListId: list.id,
    addressFamily: list.entries.some(({ cidr }) => cidr.includes(':')) ? 'IPv6' : 'IPv4',
    // Lists owned by AWS have no state, version or size.
    ...(list.ownedByAws
      ? {}
      : { state: 'create-complete', maxEntries: Math.max(10, list.entries.length), version: 1 }),
    prefixListArn: `arn:aws:ec2:${call.region}:${list.ownedByAws ? 'aws' : call.account.id}:prefix-list/${list.id}`,
    prefixListName: list.name,
    tagSet: tagSet(list.tags),
    ownerId: ownerOf(call, list),
  }),
})

const entries = (call: Call) => {
  const id = call.input.text('PrefixListId') ?? ''
  const list = ec2Of(call).prefixLists.find((each) => each.id === id)
  if (!list) throw new Fault(missing, 400, `The prefix list ID '${id}' does not exist`)
  const rule = { token: 'NextToken', size: 'MaxResults', usual: 100, most: 100 }
  const { items, next } = call.page(list.entries, rule)
  return {
    entrySet: items.map(({ cidr, description }) => ({ cidr, description })),
    nextToken: next,
  }
}

export const prefixListOperations: Record<string, Operation> = {
  DescribeManagedPrefixLists: describeManagedPrefixLists,
  GetManagedPrefixListEntries: {
    resource: ({ region, account, input }) =>
      `arn:aws:ec2:${region}:${account.id}:prefix-list/${input.text('PrefixListId') ?? ''}`,
    answer: entries,
  },
}
