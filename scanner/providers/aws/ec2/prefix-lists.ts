import { type Collecting, each, read, type Stream } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { all, identity, items, type TagSet, tags } from './answers.ts'
import type { PrefixList } from './resources.ts'

interface GivenPrefixList extends TagSet {
  prefixListId?: string
  prefixListName?: string
  prefixListArn?: string
  ownerId?: string
}

export function prefixLists({
  client,
  partition,
  region,
  account,
}: Collecting<Aws>): Stream<PrefixList> {
  const operation = 'ec2:DescribeManagedPrefixLists'
  const entries = (id: string) =>
    all(
      items(
        client,
        'ec2:GetManagedPrefixListEntries',
        { PrefixListId: id, MaxResults: 100 },
        (answer: { entrySet?: { cidr?: string }[] }) => answer.entrySet,
      ),
    )
  return each<GivenPrefixList, PrefixList>(
    items(
      client,
      operation,
      { MaxResults: 100 },
      (answer: { prefixListSet?: GivenPrefixList[] }) => answer.prefixListSet,
    ),
    (it) => {
      const id = identity(client, operation, it.prefixListId)
      return {
        uid: it.prefixListArn ?? `arn:${partition}:ec2:${region}:${account}:prefix-list/${id}`,
        name: it.prefixListName ?? id,
        region,
        tags: tags(it),
        prefix_list_id: id,
        ranges:
          it.ownerId === 'AWS'
            ? []
            : read(async () =>
                (await entries(id)).map(({ cidr }) => {
                  if (cidr) return cidr
                  throw client.broken('ec2:GetManagedPrefixListEntries', 'cidr')
                }),
              ),
      }
    },
  )
}
