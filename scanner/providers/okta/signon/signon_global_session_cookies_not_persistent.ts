import { overSessions } from './sessions.ts'
import { check } from './resources.ts'

export default check({
  id: 'signon_global_session_cookies_not_persistent',
  title: 'Global session policy does not use persistent cookies',
  description:
    'Reads whether session cookies persist after the browser is closed, for each rule of each active global session policy.',
  risk: 'On a shared computer, the next user who opens the browser is signed in as the previous user.',
  decision:
    'Fails if a rule that allows access and that a sign-in can match creates persistent cookies. Passes if no such rule does. Rules that deny access and rules after a rule that matches all users are not evaluated. A policy without a rule that allows access gives no finding.',
  fix: {
    text: 'Turn off persistent session cookies in every rule of the policy.',
    console: [
      'Choose the policy under Security > Global Session Policy.',
      'Edit each rule, and set Okta global session cookies persist across browser sessions to Disable.',
      'Save each rule. Existing sessions keep their cookies until they end.',
    ],
    cli: null,
    terraform: `resource "okta_policy_rule_signon" "until_browser_closes" {
  policy_id          = okta_policy_signon.everybody.id
  name               = "Everybody until the browser closes"
  status             = "ACTIVE"
  access             = "ALLOW"
  session_persistent = false
}`,
  },
  source:
    'https://help.okta.com/oie/en-us/content/topics/identity-engine/policies/about-okta-sign-on-policies.htm',
  over: 'policies',
  needs: ['rules'],
  judge: (policy) =>
    overSessions(policy, {
      isRight: ({ isPersistent }) => !isPersistent,
      says: () => '',
      right: 'creates cookies that expire when the browser is closed',
      wrong: 'creates persistent cookies',
    }),
})
