import { phishingResistant } from './judging.ts'
import { check } from './resources.ts'

export default check({
  id: 'application_admin_console_phishing_resistant_authentication',
  title: 'Admin Console requires phishing-resistant authentication',
  description:
    'Reads whether each rule of the Okta Admin Console policy requires a phishing-resistant factor, such as WebAuthn, FastPass or a smart card.',
  risk: 'Administrators are the main target of phishing. A phishing proxy can relay passwords and codes while they are entered.',
  decision:
    'Fails if a rule that allows access to the Admin Console and that a sign-in can match has no possession constraint, or one that does not require phishing resistance. Passes if every alternative of every such rule requires it. MANUAL for authentication method chains, for rules with an optional possession factor, and in Classic Engine.',
  fix: {
    text: 'Require phishing-resistant possession factors in every rule of the Okta Admin Console policy.',
    console: [
      'Make sure that all administrators have enrolled a security key, FastPass or a smart card.',
      'Open the policy of Okta Admin Console under Security > Authentication Policies.',
      'In each rule that allows access, select Phishing-resistant under Possession factor constraints are, and save.',
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
