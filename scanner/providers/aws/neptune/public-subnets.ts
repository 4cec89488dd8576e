// Subnets of a cluster with a route to the internet, according to its subnet group and to EC2.
import {
  type Collecting,
  type Description,
  isIncomplete,
  isUnread,
  once,
  settle,
  unread,
  withhold,
} from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { all, items } from '../ec2/answers.ts'
import type { Subnet } from '../ec2/resources.ts'
import { subnets } from '../ec2/subnets.ts'

interface GivenGroup {
  DBSubnetGroupName?: string
  Subnets?: { SubnetIdentifier?: string }[]
}

const groupsOf = (aws: Aws): Promise<readonly GivenGroup[]> =>
  all(
    items(
      aws,
      'rds:DescribeDBSubnetGroups',
      {},
      (answer: { DBSubnetGroups?: GivenGroup[] }) => answer.DBSubnetGroups,
    ),
  )

async function subnetsById(context: Collecting<Aws>): Promise<ReadonlyMap<string, Subnet>> {
  const byId = new Map<string, Subnet>()
  for await (const description of subnets(context).open()) {
    if (isIncomplete(description)) continue // a subnet that is not found is unread
    const wanted = new Set(['internet'])
    const subnet = (await settle(description as Description<Subnet>, wanted)) as Subnet
    byId.set(subnet.subnet_id, subnet)
  }
  return byId
}

/** Reads the public subnets of a subnet group; groups and subnets are read once, on demand. */
export function publicSubnets(context: Collecting<Aws>) {
  const { client: aws } = context
  const groups = once(() => groupsOf(aws))
  const known = once(() => subnetsById(context))
  return async (name: string): Promise<readonly string[]> => {
    const group = (await groups()).find(({ DBSubnetGroupName: it }) => it === name)
    const ids = group?.Subnets?.flatMap(({ SubnetIdentifier: id }) => (id ? [id] : []))
    if (!ids?.length) throw aws.broken('rds:DescribeDBSubnetGroups', `the subnets of ${name}`)
    const byId = await known()
    return ids.filter((id) => {
      const internet =
        byId.get(id)?.internet ??
        unread('not_listed', { outcome: 'error', action: 'ec2:DescribeSubnets' })
      if (isUnread(internet)) return withhold(internet)
      return internet.ipv4 || internet.ipv6
    })
  }
}
