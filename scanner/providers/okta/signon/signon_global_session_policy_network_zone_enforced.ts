import { zonesEnforced } from '../zones.ts'
import { check } from './resources.ts'

export default check({
  id: 'signon_global_session_policy_network_zone_enforced',
  title: 'Global session policy allows access only from named network zones',
  description:
    'Reads from which network zones each rule of each active global session policy allows access.',
  risk: 'Without zones, attackers can use leaked passwords from any network.',
  decision:
    'Fails if a rule that allows access and that a sign-in can match applies to any network. Passes if each such rule names its zones. MANUAL if a rule applies to all networks except some zones, either because it excludes them or because an earlier rule denies them. MANUAL if a rule applies to every defined zone. The addresses of a zone are not evaluated.',
  fix: {
    text: 'Name the network zones that users sign in from, in every rule of the policy that allows access.',
    console: [
      'Under Security > Networks, create a zone for the networks that users work in.',
      "In each rule that allows access under Security > Global Session Policy, set IF User's IP is to In zone, and name it.",
      'Make the last rule deny access from all other networks. First make sure that administrators can still sign in.',
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
