import { zonesEnforced } from '../zones.ts'
import { check } from './resources.ts'

export default check({
  id: 'signon_global_session_policy_network_zone_enforced',
  title: 'Global session policy lets people in from named zones',
  description:
    'Reads from which network zones each rule of an active global session policy lets people in.',
  risk: 'Passwords that leaked are tried from everywhere; without zones, every network of the world may try.',
  decision:
    'Fails when a rule that lets somebody in and that a sign-in can meet is for any network. Passes when each of them names the zones that it is for. MANUAL when one is for everywhere but some zones, be it that it excludes them or that a rule before it denies them, or for every zone that is defined: people have to say whether that is enough. Which addresses a zone has is not judged.',
  fix: {
    text: 'Name the network zones from which people sign in, in every rule of the policy that allows access.',
    console: [
      'Make a zone of the networks that people work in, under Security > Networks.',
      "In each rule that allows access under Security > Global Session Policy, set IF User's IP is to In zone, and name it.",
      'Let the last rule deny access from anywhere else, after making sure that administrators can still sign in.',
    ],
    cli: null,
    terraform: `resource "okta_policy_rule_signon" "offices" {
  policy_id          = okta_policy_signon.everybody.id
  name               = "From our offices"
  status             = "ACTIVE"
  access             = "ALLOW"
  network_connection = "ZONE"
  network_includes   = [okta_network_zone.offices.id]
}`,
  },
  source: 'https://help.okta.com/oie/en-us/content/topics/security/network/network-zones.htm',
  links: [
    'https://help.okta.com/oie/en-us/content/topics/identity-engine/policies/about-okta-sign-on-policies.htm',
  ],
  over: 'policies',
  needs: ['rules'],
  judge: ({ name, rules }) => zonesEnforced(`The policy “${name}”`, rules),
})
