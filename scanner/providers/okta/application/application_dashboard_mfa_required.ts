import { twoFactors } from './judging.ts'
import { check } from './resources.ts'

export default check({
  id: 'application_dashboard_mfa_required',
  title: 'Okta Dashboard asks people for two factors',
  description:
    "Reads how many factors the rules of the Okta Dashboard's authentication policy ask for.",
  risk: 'The dashboard opens all apps of a person; with a password alone, whoever guessed it has them all.',
  decision:
    'Fails when a rule by which somebody gets into the dashboard asks for one factor. Passes when each rule that a sign-in can meet asks for two. MANUAL for chains of methods, whose factors people have to count, and in Classic Engine. What the global session policy asks for beforehand is not counted.',
  fix: {
    text: 'Let the authentication policy of the Okta Dashboard ask for two factor types in each rule that allows access.',
    console: [
      'Choose the policy of Okta Dashboard under Security > Authentication Policies.',
      'In each rule that allows access, choose Any 2 factor types under User must authenticate with.',
      'Save, and try it with a user who has only a password: he is asked to enrol another factor.',
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
