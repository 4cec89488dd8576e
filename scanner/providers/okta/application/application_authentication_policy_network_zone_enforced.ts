import { zonesEnforced } from '../zones.ts'
import { overRules } from './judging.ts'
import { check } from './resources.ts'

export default check({
  id: 'application_authentication_policy_network_zone_enforced',
  title: 'Authentication policy of the app allows access only from named network zones',
  description:
    'Reads from which network zones the authentication policy of each active app allows access.',
  risk: 'An internal app that can be opened from any network can also be opened with any stolen session.',
  decision:
    "Fails if a rule of the app's policy that allows access and that a sign-in can match applies to any network. Passes if each such rule names its zones. MANUAL if a rule applies to all networks except some zones, or to every defined zone. MANUAL for apps in Classic Engine, whose API does not show their policies. Apps without a policy, which only machines use, give no finding.",
  fix: {
    text: 'Limit each rule that allows access to the app to the network zones that it is used from.',
    console: [
      'Open the app under Applications > Applications, and open its authentication policy from the tab Sign On.',
      "In each rule that allows access, set AND User's IP to In any of the following zones, and name them.",
      'Make the catch-all rule deny access.',
    ],
    cli: null,
    terraform: `resource "okta_app_signon_policy_rule" "offices" {
  policy_id          = okta_app_signon_policy.payroll.id
  name               = "Payroll from our offices"
  access             = "ALLOW"
  network_connection = "ZONE"
  network_includes   = [okta_network_zone.offices.id]
}`,
  },
  source:
    'https://help.okta.com/oie/en-us/content/topics/identity-engine/policies/about-app-sign-on-policies.htm',
  links: ['https://help.okta.com/oie/en-us/content/topics/security/network/network-zones.htm'],
  over: 'apps',
  needs: ['rules'],
  judge: (app) => overRules(app, (_, rules) => zonesEnforced(app.name, rules)),
})
