import { overSessions } from './sessions.ts'
import { check } from './resources.ts'

export default check({
  id: 'signon_global_session_idle_timeout_15min',
  title: 'Global session policy ends idle sessions within 15 minutes',
  description: 'Reads the maximum idle time in each rule of each active global session policy.',
  risk: 'An unattended browser gives access to all apps of its user until the session ends.',
  decision:
    'Fails if a rule that allows access and that a sign-in can match permits a longer idle time than okta_max_session_idle_minutes (default 15). Passes if no such rule does. Rules that deny access, are inactive or follow a rule without conditions are not evaluated. Each policy is evaluated separately, regardless of its order. A policy without a rule that allows access gives no finding.',
  fix: {
    text: 'Set the idle time of sessions to 15 minutes or less in every rule of the policy that allows access.',
    console: [
      'In the Admin Console, open Security > Global Session Policy and choose the policy.',
      'Edit each rule that allows access, and set Maximum Okta global session idle time to 15 minutes.',
      'Save the rule, and check the Default Policy as well. It applies to all users who match no other policy.',
    ],
    cli: null,
    terraform: `resource "okta_policy_rule_signon" "short_idle" {
  policy_id    = okta_policy_signon.everybody.id
  name         = "Everybody"
  status       = "ACTIVE"
  access       = "ALLOW"
  session_idle = 15
}`,
  },
  source:
    'https://help.okta.com/oie/en-us/content/topics/identity-engine/policies/about-okta-sign-on-policies.htm',
  links: ['https://developer.okta.com/docs/api/openapi/okta-management/management/tag/Policy/'],
  over: 'policies',
  needs: ['rules'],
  config: { okta_max_session_idle_minutes: 15 },
  judge: ({ name, rules }, { config }) =>
    overSessions(
      { name, rules },
      {
        isRight: ({ idleMinutes }) =>
          idleMinutes > 0 && idleMinutes <= config.okta_max_session_idle_minutes,
        says: ({ idleMinutes }) => `${idleMinutes} minutes`,
        right: `ends idle sessions after ${config.okta_max_session_idle_minutes} minutes or sooner`,
        wrong: `allows sessions to be idle for longer than ${config.okta_max_session_idle_minutes} minutes`,
      },
    ),
})
