import { zonesEnforced } from '../zones.ts'
import { overRules } from './judging.ts'
import { check } from './resources.ts'

export default check({
  id: 'application_authentication_policy_network_zone_enforced',
  title: 'Authentication policy of the app names network zones',
  description:
    'Reads from which network zones the authentication policy of each active app lets people in.',
  risk: 'An app for the office alone that opens from everywhere is within reach of every stolen session.',
  decision:
    "Fails when a rule of the app's policy that lets somebody in and that a sign-in can meet is for any network. Passes when each such rule names its zones. MANUAL when one is for everywhere but some zones or for every zone that is defined, and for apps of Classic Engine, whose API does not show their policies. Apps without a policy, which only machines use, have no verdict.",
  fix: {
    text: 'Let each rule that allows access to the app be for the network zones that people use it from.',
    console: [
      'Open the app under Applications > Applications, and follow its authentication policy on the tab Sign On.',
      "In each rule that allows access, set AND User's IP to In any of the following zones, and name them.",
      'Let the catch-all rule deny access.',
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
