import { twoFactors } from './judging.ts'
import { check } from './resources.ts'

export default check({
  id: 'application_admin_console_mfa_required',
  title: 'Admin Console asks administrators for two factors',
  description:
    'Reads the authentication policy of the Okta Admin Console, and how many factors each of its rules asks for.',
  risk: 'One phished password of one administrator is enough to make accounts, reset factors and switch off every policy.',
  decision:
    'Fails when a rule that lets somebody into the Admin Console and that a sign-in can meet asks for one factor. Passes when all of them ask for two. MANUAL where a rule asks for a chain of methods, and in Classic Engine, whose API shows no such policy. Rules behind one that everybody fits are not looked at, and the global session policy does not count.',
  fix: {
    text: 'Ask for two different factors in every rule of the policy that is assigned to the Okta Admin Console.',
    console: [
      'Open Security > Authentication Policies, and choose the policy of Okta Admin Console.',
      'Edit each rule that allows access, and set User must authenticate with to Any 2 factor types.',
      'Let an administrator enrol a second factor before you save the catch-all rule.',
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
