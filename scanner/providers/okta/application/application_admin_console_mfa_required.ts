import { twoFactors } from './judging.ts'
import { check } from './resources.ts'

export default check({
  id: 'application_admin_console_mfa_required',
  title: 'Admin Console requires two factors',
  description:
    "Reads the number of factors that each rule of the Okta Admin Console's authentication policy requires.",
  risk: 'An attacker with one phished administrator password can create accounts, reset factors and turn off policies.',
  decision:
    'Fails if a rule that allows access to the Admin Console and that a sign-in can match requires one factor. Passes if all such rules require two. MANUAL if a rule has an authentication method chain, and in Classic Engine, whose API does not show the policy. Rules after a rule that matches all users are not evaluated. The global session policy does not count.',
  fix: {
    text: 'Require two different factors in every rule of the policy that is assigned to the Okta Admin Console.',
    console: [
      'Open Security > Authentication Policies, and choose the policy of Okta Admin Console.',
      'Edit each rule that allows access, and set User must authenticate with to Any 2 factor types.',
      'Make sure that an administrator has enrolled a second factor before you save the catch-all rule.',
    ],
    cli: null,
    terraform: `resource "okta_app_signon_policy_rule" "administrators" {
  policy_id   = data.okta_app_signon_policy.admin_console.id
  name        = "Administrators with two factors"
  access      = "ALLOW"
  factor_mode = "2FA"
}`,
  },
  source:
    'https://help.okta.com/oie/en-us/content/topics/identity-engine/policies/about-app-sign-on-policies.htm',
  links: [
    'https://help.okta.com/oie/en-us/content/topics/security/healthinsight/mfa-admin-console.htm',
  ],
  over: 'consoles',
  needs: ['rules'],
  judge: twoFactors,
})
