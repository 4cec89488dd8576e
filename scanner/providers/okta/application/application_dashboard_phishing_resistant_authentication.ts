import { phishingResistant } from './judging.ts'
import { check } from './resources.ts'

export default check({
  id: 'application_dashboard_phishing_resistant_authentication',
  title: 'Okta Dashboard requires phishing-resistant authentication',
  description:
    "Reads the possession factor constraints in the rules of the Okta Dashboard's authentication policy.",
  risk: 'A fake sign-in page can collect one-time codes as well as passwords, and use them immediately.',
  decision:
    'Passes if every alternative of every rule that a sign-in to the dashboard can match requires phishing resistance. Fails if a rule that allows access does not. MANUAL if a rule has an authentication method chain or an optional possession factor, and in Classic Engine, which has no such constraint.',
  fix: {
    text: 'Require phishing-resistant factors in each rule that allows access to the Okta Dashboard.',
    console: [
      'Roll out security keys or FastPass to all users.',
      'Choose the policy of Okta Dashboard under Security > Authentication Policies.',
      'Select Phishing-resistant in the possession constraints of each rule that allows access.',
      'Test the other rules, then save the catch-all rule last.',
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
