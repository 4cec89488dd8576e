import { fail, manual, pass } from '../../../kit/index.ts'
import { isFromAnyZone } from '../rules.ts'
import { check } from './resources.ts'

const zones = (count: number): string => (count === 1 ? 'one zone' : `${count} zones`)

export default check({
  id: 'apitoken_restricted_to_network_zone',
  title: 'API token works from named zones alone',
  description: 'Reads from which network zones each API token may be used.',
  risk: 'A token that leaked works from wherever it is tried, and no second factor is asked for.',
  decision:
    'Fails when the token may be used from anywhere, or from everywhere but some zones. Passes when it names the zones that it may be used from. MANUAL when these are all that are defined, whichever they are. Which addresses these have is not judged.',
  fix: {
    text: 'Name the network zones that calls with the token come from.',
    console: [
      'Make a zone of the addresses that the integration calls from, under Security > Networks.',
      'Open the token under Security > API > Tokens.',
      'Under Token restrictions, choose In any of the following zones, name the zone, and save.',
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
        `The API token ${name} works from every zone that is defined; make sure that no zone is too wide.`,
      )
    if (connection === 'ZONE' && include.length > 0)
      return pass(`The API token ${name} works from ${zones(include.length)} alone.`)
    return exclude.length > 0
      ? fail(`The API token ${name} works from everywhere but ${zones(exclude.length)}.`)
      : fail(`The API token ${name} works from anywhere.`)
  },
})
