import { phishingResistant } from './judging.ts'
import { check } from './resources.ts'

export default check({
  id: 'application_dashboard_phishing_resistant_authentication',
  title: 'Okta Dashboard takes phishing-resistant factors alone',
  description:
    "Reads the constraints on possession factors in the rules of the Okta Dashboard's authentication policy.",
  risk: 'A copy of the sign-in page collects one-time codes as easily as passwords, and uses them at once.',
  decision:
    'Passes when every alternative of every rule that a sign-in to the dashboard can meet requires phishing resistance. Fails when one rule that allows access does not. MANUAL where a rule has a chain of methods or leaves the possession factor optional, and in Classic Engine, which has no such constraint.',
  fix: {
    text: 'Require phishing-resistant factors in each rule that lets people into the Okta Dashboard.',
    console: [
      'Roll out security keys or FastPass to everybody who signs in.',
      'Choose the policy of Okta Dashboard under Security > Authentication Policies.',
      'Tick Phishing-resistant in the possession constraints of each rule that allows access.',
      'Save the catch-all rule last, when the others were tried.',
    ],
    cli: null,
    terraform: `resource "okta_app_signon_policy_rule" "everybody" {
  policy_id   = data.okta_app_signon_policy.dashboard.id
  name        = "Everybody with FastPass"
  access      = "ALLOW"
  factor_mode = "2FA"
  constraints = [jsonencode({ possession = { phishingResistant = "REQUIRED" } })]
}`,
  },
  source:
    'https://help.okta.com/oie/en-us/content/topics/identity-engine/authenticators/phishing-resistant-auth.htm',
  over: 'dashboards',
  needs: ['rules'],
  judge: phishingResistant,
})
