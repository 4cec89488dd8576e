import { type Collected, type Collecting, each, read } from '../../../kit/index.ts'
import type { Members, Okta } from '../client.ts'
import { membersOf } from '../members.ts'
import { organizationOf } from '../organization.ts'
import type { BlockedZone, Networks, Organization } from './resources.ts'

const call = 'list network zones'
const of = membersOf(call)

export const collect = ({ client }: Collecting<Okta>): Collected<Networks> => ({
  organizations: each<Okta, Organization>([client], () => ({
    ...organizationOf(client),
    blocked_zones: read(() => blockedZonesOf(client)),
  })),
})

async function blockedZonesOf(okta: Okta): Promise<readonly BlockedZone[]> {
  const zones: BlockedZone[] = []
  for await (const zone of okta.list(call)) {
    const { status, usage, type } = zone
    if (of.text(status) !== 'ACTIVE' || of.text(usage) !== 'BLOCKLIST') continue
    const kind = of.text(type)
    if (kind === 'DYNAMIC') zones.push(dynamicZone(zone))
    else if (kind === 'DYNAMIC_V2') zones.push(enhancedZone(zone))
  }
  return zones
}

/** A zone with locations or networks as well blocks only traffic that matches all of them. */
const dynamicZone = ({ name, proxyType, locations, asns }: Members): BlockedZone => {
  const service = of.textOrNull(proxyType)
  return {
    name: of.name(name),
    services: service ? [service] : [],
    isPartial: of.objects(locations).length > 0 || of.texts(asns).length > 0,
  }
}

const enhancedZone = ({ name, ipServiceCategories, locations, asns }: Members): BlockedZone => {
  const { include, exclude } = of.optional(ipServiceCategories)
  const narrows = (part: unknown): boolean => {
    const chosen = of.optional(part)
    return [chosen['include'], chosen['exclude']].some(
      (some) => Array.isArray(some) && some.length > 0,
    )
  }
  return {
    name: of.name(name),
    services: of.texts(include),
    isPartial: of.texts(exclude).length > 0 || narrows(locations) || narrows(asns),
  }
}
