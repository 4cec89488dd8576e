import { twoFactors } from './judging.ts'
import { check } from './resources.ts'

export default check({
  id: 'application_dashboard_mfa_required',
  title: 'Okta Dashboard requires two factors',
  description:
    "Reads the number of factors that each rule of the Okta Dashboard's authentication policy requires.",
  risk: 'The dashboard opens all apps of a user. An attacker who guesses the password gets access to all of them.',
  decision:
    'Fails if a rule that allows access to the dashboard and that a sign-in can match requires one factor. Passes if each such rule requires two. MANUAL for authentication method chains, whose factors must be counted manually, and in Classic Engine. Factors that the global session policy requires do not count.',
  fix: {
    text: "Require two factor types in each rule of the Okta Dashboard's authentication policy that allows access.",
    console: [
      'Choose the policy of Okta Dashboard under Security > Authentication Policies.',
      'In each rule that allows access, choose Any 2 factor types under User must authenticate with.',
      'Save the rule, and test it with a user who has only a password. Okta prompts the user to enroll another factor.',
    ],
    cli: null,
    terraform: `resource "okta_app_signon_policy_rule" "everybody" {
  policy_id   = data.okta_app_signon_policy.dashboard.id
  name        = "Everybody with two factors"
  access      = "ALLOW"
  factor_mode = "2FA"
}`,
  },
  source:
    'https://help.okta.com/oie/en-us/content/topics/identity-engine/policies/about-app-sign-on-policies.htm',
  over: 'dashboards',
  needs: ['rules'],
  judge: twoFactors,
})
