import { overSessions } from './sessions.ts'
import { check } from './resources.ts'

export default check({
  id: 'signon_global_session_cookies_not_persistent',
  title: 'Global session policy makes cookies end with the browser',
  description:
    'Reads whether the cookie of a session outlives the browser, by each rule of each active global session policy.',
  risk: 'On a computer that several people use, the next one who opens the browser is signed in as the last.',
  decision:
    'Fails when a rule of the policy that lets somebody in and that a sign-in can meet makes persistent cookies. Passes when none does. Rules that keep people out are not looked at, nor are those behind a rule that everybody fits. There is no verdict for a policy that lets nobody in.',
  fix: {
    text: 'Turn off persistent session cookies in every rule of the policy.',
    console: [
      'Choose the policy under Security > Global Session Policy.',
      'Edit each rule, and set Okta global session cookies persist across browser sessions to Disable.',
      'Save each rule; sessions that exist keep their cookies until they end.',
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
      right: 'makes cookies that end with the browser',
      wrong: 'makes cookies that outlive the browser',
    }),
})
