// Route tables for subnets and peerings. The service `vpc` reads them too.
import type { Aws } from '../client.ts'
import { all, items } from './answers.ts'

export interface GivenRoute {
  destinationCidrBlock?: string
  destinationIpv6CidrBlock?: string
  destinationPrefixListId?: string
  gatewayId?: string
  vpcPeeringConnectionId?: string
  state?: string
}

export interface GivenRouteTable {
  routeTableId?: string
  vpcId?: string
  associationSet?: { main?: boolean; subnetId?: string }[]
  routeSet?: GivenRoute[]
}

const operation = 'ec2:DescribeRouteTables'

/** Members of a route other than its target, of which there are many kinds. */
const withoutTarget = /^(?:destination.*|state|origin|instanceOwnerId)$/

/** True if every route has a destination and a target, and every association a subject. */
function isWhole({ routeSet, associationSet }: GivenRouteTable): boolean {
  const routes = routeSet?.every(
    (route) =>
      (route.destinationCidrBlock ??
        route.destinationIpv6CidrBlock ??
        route.destinationPrefixListId) !== undefined &&
      Object.keys(route).some((name) => !withoutTarget.test(name)),
  )
  const subjects = associationSet?.every(
    ({ main, ...it }) => main === true || Object.keys(it).some((name) => isSubject.test(name)),
  )
  return routes === true && subjects === true
}

const isSubject = /^(?:subnetId|gatewayId|publicIpv4Pool)$/

/** Every route table of the region. Throws if one is incomplete: it may be that of any subnet. */
export async function routeTables(aws: Aws): Promise<readonly GivenRouteTable[]> {
  const tables = await all(
    items(
      aws,
      operation,
      { MaxResults: 100 },
      (answer: { routeTableSet?: GivenRouteTable[] }) => answer.routeTableSet,
    ),
  )
  if (tables.every(isWhole)) return tables
  throw aws.broken(operation, 'the routes and associations of a table')
}

/**
 * Whether a table has a route to an internet gateway, for each address family. A route by prefix list may be of either
 * family.
 */
const leadsOut = ({ routeSet = [] }: GivenRouteTable) => {
  const out = routeSet.filter(
    ({ gatewayId, state }) => gatewayId?.startsWith('igw-') && state !== 'blackhole',
  )
  return {
    ipv4: out.some((route) => !route.destinationIpv6CidrBlock),
    ipv6: out.some((route) => !route.destinationCidrBlock),
  }
}

/** A subnet's own route table, else the main one of its VPC. */
const tableOf = (tables: readonly GivenRouteTable[], subnetId: string, vpcId: string) =>
  tables.find(({ associationSet = [] }) => associationSet.some((it) => it.subnetId === subnetId)) ??
  tables.find(
    (it) => it.vpcId === vpcId && (it.associationSet ?? []).some(({ main }) => main === true),
  )

/** Whether a subnet's routes lead to an internet gateway, for each address family. */
export function internetOf(
  aws: Aws,
  tables: readonly GivenRouteTable[],
  subnetId: string,
  vpcId: string,
): { readonly ipv4: boolean; readonly ipv6: boolean } {
  const table = tableOf(tables, subnetId, vpcId)
  if (!table) throw aws.broken(operation, `a route table for ${subnetId}`)
  return leadsOut(table)
}
