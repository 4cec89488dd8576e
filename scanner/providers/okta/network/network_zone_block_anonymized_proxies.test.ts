import { unread } from '../../../kit/index.ts'
import { verify, world } from '../../../kit/verify.ts'
import check from './network_zone_block_anonymized_proxies.ts'
import type { BlockedZone, Organization } from './resources.ts'

const sound = world<Organization>({
  uid: 'acme.okta.com/organization',
  name: 'acme.okta.com',
  region: '',
  blocked_zones: [],
})
const zone = (service: string): BlockedZone => ({
  name: 'Anonymizers',
  services: [service],
  isPartial: false,
})
const blocking = (...blocked_zones: readonly BlockedZone[]) => sound({ blocked_zones })

verify(check, {
  pass: [
    blocking(zone('Any')),
    blocking(zone('Tor'), zone('NotTorAnonymizer')),
    blocking(zone('ALL_ANONYMIZERS')),
    blocking(zone('ALL_IP_SERVICES')),
    blocking(zone('ALL_ANONYMIZERS_EXCEPT_TOR'), zone('ANONYMIZER_TOR')),
    blocking(zone('ALL_ANONYMIZERS_EXCEPT_TOR'), zone('Tor')),
  ],
  fail: [
    sound(),
    blocking(zone('Tor')),
    blocking(zone('Tor'), zone('ANONYMIZER_TOR')),
    blocking(zone('ALL_ANONYMIZERS_EXCEPT_TOR')),
    blocking(zone('ALL_PROXIES_VPNS')),
    blocking({ ...zone('ALL_ANONYMIZERS'), isPartial: true }),
    blocking(zone('Tor'), { ...zone('NotTorAnonymizer'), isPartial: true }),
    blocking({ ...zone('Any'), services: [] }),
  ],
  unread: [sound({ blocked_zones: unread('E0000006') })],
})
