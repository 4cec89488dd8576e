import { fail, pass } from '../../../kit/index.ts'
import { listing } from '../members.ts'
import { type BlockedZone, check } from './resources.ts'

const tor = ['Tor', 'ANONYMIZER_TOR']
const others = ['NotTorAnonymizer', 'ALL_ANONYMIZERS_EXCEPT_TOR']

/** Each is all anonymizers, in the words of the API; zones of both kinds may make them up together. */
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
  title: 'Network zones keep anonymizing proxies out',
  description:
    'Reads the active zones of the blocklist, and which kinds of proxies they keep out of the organization.',
  risk: 'Attackers hide behind Tor and rented proxies, so that their addresses tell nothing and change with every guess.',
  decision:
    'Passes when active zones of the blocklist keep out all anonymizers: any proxy, or Tor and the others, or the category of all anonymizers, or of all services, without exceptions. Fails when they keep out none or some. A zone that also names places or networks keeps out only what fits both, and does not count.',
  fix: {
    text: 'Block anonymizing proxies with a zone of the blocklist.',
    console: [
      'Open Security > Networks, and choose the enhanced dynamic zone that Okta made, or add one.',
      'Tick Block access from IPs matching conditions listed in this zone, and choose All anonymizing proxies under IP service categories.',
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
      return pass(`${name} keeps anonymizing proxies out, by ${zonesText(whole)}.`)
    return kept.size === 0
      ? fail(`No active zone of ${name} keeps anonymizing proxies out of all networks.`)
      : fail(`${name} keeps out only ${listing(kept)}, by ${zonesText(whole)}.`)
  },
})
