import { phishingResistant } from './judging.ts'
import { check } from './resources.ts'

export default check({
  id: 'application_admin_console_phishing_resistant_authentication',
  title: 'Admin Console takes phishing-resistant factors alone',
  description:
    'Reads whether each way into the Okta Admin Console takes a factor that is bound to the site, as WebAuthn, FastPass or a smart card is.',
  risk: 'Administrators are whom phishing is made for: a page in the middle passes on passwords and codes while they are typed.',
  decision:
    'Fails when a rule that lets somebody into the Admin Console and that a sign-in can meet has no possession constraint, or one that does not require phishing resistance. Passes when every alternative of every such rule requires it. MANUAL for chains of methods, where the possession factor itself is optional, and in Classic Engine.',
  fix: {
    text: 'Require phishing-resistant possession factors in every rule of the policy of the Okta Admin Console.',
    console: [
      'Make sure that all administrators have enrolled a security key, FastPass or a smart card.',
      'Open the policy of Okta Admin Console under Security > Authentication Policies.',
      'In each rule that allows access, tick Phishing-resistant under Possession factor constraints are, and save.',
    ],
    cli: null,
    terraform: `resource "okta_app_signon_policy_rule" "administrators" {
  policy_id   = data.okta_app_signon_policy.admin_console.id
  name        = "Administrators with security keys"
  access      = "ALLOW"
  factor_mode = "2FA"
  constraints = [jsonencode({ possession = { phishingResistant = "REQUIRED" } })]
}`,
  },
  source:
    'https://help.okta.com/oie/en-us/content/topics/identity-engine/authenticators/phishing-resistant-auth.htm',
  links: [
    'https://help.okta.com/oie/en-us/content/topics/identity-engine/policies/about-app-sign-on-policies.htm',
  ],
  over: 'consoles',
  needs: ['rules'],
  judge: phishingResistant,
})
