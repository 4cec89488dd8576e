import { overSessions } from './sessions.ts'
import { check } from './resources.ts'

export default check({
  id: 'signon_global_session_lifetime_18h',
  title: 'Global session policy limits the session lifetime to 18 hours',
  description:
    'Reads the maximum session lifetime in each rule of each active global session policy.',
  risk: 'An attacker with a stolen session cookie can use the session for weeks without a password or a second factor.',
  decision:
    'Fails if a rule that allows access and that a sign-in can match has no maximum lifetime, or one that is longer than okta_max_session_lifetime_minutes (default 1,080). Passes if all such rules limit the lifetime to that value. Rules that deny access, are inactive or cannot be matched are not evaluated. A policy without a rule that allows access gives no finding.',
  fix: {
    text: 'Set a session lifetime of 18 hours or less in every rule that allows access.',
    console: [
      'Open Security > Global Session Policy in the Admin Console, and choose the policy.',
      'In each rule that allows access, choose Set time limit for Maximum Okta global session lifetime, and enter 18 hours.',
      'Save the rule, and repeat these steps for the other policies in the list.',
    ],
    cli: null,
    terraform: `resource "okta_policy_rule_signon" "one_day" {
  policy_id        = okta_policy_signon.everybody.id
  name             = "Everybody for a day"
  status           = "ACTIVE"
  access           = "ALLOW"
  session_lifetime = 1080
}`,
  },
  source:
    'https://help.okta.com/oie/en-us/content/topics/identity-engine/policies/about-okta-sign-on-policies.htm',
  over: 'policies',
  needs: ['rules'],
  config: { okta_max_session_lifetime_minutes: 1_080 },
  judge: ({ name, rules }, { config }) =>
    overSessions(
      { name, rules },
      {
        isRight: ({ lifetimeMinutes }) =>
          lifetimeMinutes > 0 && lifetimeMinutes <= config.okta_max_session_lifetime_minutes,
        says: ({ lifetimeMinutes }) =>
          lifetimeMinutes === 0 ? 'no limit' : `${lifetimeMinutes} minutes`,
        right: `ends all sessions within ${config.okta_max_session_lifetime_minutes} minutes`,
        wrong: `allows sessions that last longer than ${config.okta_max_session_lifetime_minutes} minutes`,
      },
    ),
})
