import { fail, manual, pass } from '../../../kit/index.ts'
import { isFromAnyZone } from '../rules.ts'
import { check } from './resources.ts'

const zones = (count: number): string => (count === 1 ? 'one zone' : `${count} zones`)

export default check({
  id: 'apitoken_restricted_to_network_zone',
  title: 'API token is restricted to named network zones',
  description: 'Reads from which network zones each API token can be used.',
  risk: 'An attacker can use a leaked token from any network, without a second factor.',
  decision:
    'Fails if the token can be used from anywhere, or from anywhere except some zones. Passes if it is restricted to named zones. MANUAL if it can be used from every defined zone. The addresses of a zone are not evaluated.',
  fix: {
    text: 'Restrict the token to the network zones that its calls come from.',
    console: [
      'Under Security > Networks, create a zone with the addresses that the integration calls from.',
      'Open the token under Security > API > Tokens.',
      'Under Token restrictions, choose In any of the following zones, enter the zone, and save.',
    ],
    cli: null,
    terraform: null,
  },
  source: 'https://developer.okta.com/docs/api/openapi/okta-management/management/tag/ApiToken/',
  links: ['https://help.okta.com/oie/en-us/content/topics/security/api.htm'],
  over: 'tokens',
  needs: ['network'],
  judge: ({ name, network }) => {
    const { connection, include, exclude } = network
    if (isFromAnyZone(network))
      return manual(
        `The API token ${name} works from every defined zone. Make sure that no zone is too broad.`,
      )
    if (connection === 'ZONE' && include.length > 0)
      return pass(`The API token ${name} works from ${zones(include.length)} only.`)
    return exclude.length > 0
      ? fail(`The API token ${name} works from anywhere except ${zones(exclude.length)}.`)
      : fail(`The API token ${name} works from anywhere.`)
  },
})
