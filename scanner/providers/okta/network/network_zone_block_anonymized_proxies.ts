import { fail, pass } from '../../../kit/index.ts'
import { listing } from '../members.ts'
import { type BlockedZone, check } from './resources.ts'

const tor = ['Tor', 'ANONYMIZER_TOR']
const others = ['NotTorAnonymizer', 'ALL_ANONYMIZERS_EXCEPT_TOR']

/** Each covers all anonymizers in the API's terms; zones of several kinds may cover them together. */
const enough = [
  ['Any'],
  ['ALL_ANONYMIZERS'],
  ['ALL_IP_SERVICES'],
  ...tor.flatMap((one) => others.map((other) => [one, other])),
]

const zonesText = (zones: readonly BlockedZone[]): string =>
  `the ${zones.length === 1 ? 'zone' : 'zones'} ${listing(zones.map(({ name }) => `“${name}”`))}`

export default check({
  id: 'network_zone_block_anonymized_proxies',
  title: 'Network zones block anonymizing proxies',
  description: 'Reads the active blocklist zones and the kinds of proxies that they block.',
  risk: 'Attackers use Tor and rented proxies to hide their location and to change their IP address with every attempt.',
  decision:
    'Passes if active blocklist zones block all anonymizers without exceptions. They can list any proxy, Tor and other anonymizers, the category of all anonymizers, or all services. Fails if they block none or only some. A zone that also lists locations or networks blocks only traffic that matches both, and does not count.',
  fix: {
    text: 'Block anonymizing proxies with a blocklist zone.',
    console: [
      'Open Security > Networks, and choose the default enhanced dynamic zone, or add a zone.',
      'Select Block access from IPs matching conditions listed in this zone, and choose All anonymizing proxies under IP service categories.',
      'Save the zone, and make sure that it is active.',
    ],
    cli: null,
    terraform: `resource "okta_network_zone" "anonymizers" {
  name                          = "Anonymizers"
  type                          = "DYNAMIC_V2"
  usage                         = "BLOCKLIST"
  ip_service_categories_include = ["ALL_ANONYMIZERS"]
}`,
  },
  source:
    'https://help.okta.com/oie/en-us/content/topics/security/network/about-enhanced-dynamic-zones.htm',
  links: [
    'https://developer.okta.com/docs/api/openapi/okta-management/management/tag/NetworkZone/',
  ],
  over: 'organizations',
  needs: ['blocked_zones'],
  judge: ({ name, blocked_zones: zones }) => {
    const whole = zones.filter(({ isPartial }) => !isPartial)
    const kept = new Set(whole.flatMap(({ services }) => services))
    if (enough.some((all) => all.every((service) => kept.has(service))))
      return pass(`${name} blocks anonymizing proxies with ${zonesText(whole)}.`)
    return kept.size === 0
      ? fail(`No active zone of ${name} blocks anonymizing proxies in all networks.`)
      : fail(`${name} blocks only ${listing(kept)}, with ${zonesText(whole)}.`)
  },
})
