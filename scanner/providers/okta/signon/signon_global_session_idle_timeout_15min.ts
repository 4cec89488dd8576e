import { overSessions } from './sessions.ts'
import { check } from './resources.ts'

export default check({
  id: 'signon_global_session_idle_timeout_15min',
  title: 'Global session policy ends idle sessions soon',
  description:
    'Reads how long a session of Okta may lie idle, by each rule of each active global session policy.',
  risk: 'A browser that somebody left open at a shared desk goes on opening every app of that person for hours.',
  decision:
    'Fails when a rule of the policy that lets somebody in and that a sign-in can meet leaves a session idle for longer than okta_max_session_idle_minutes, 15 unless it is set. Passes when no such rule does. Rules that deny, inactive ones and those behind a rule without conditions are not looked at; each policy is judged by itself, whichever people meet first. There is no verdict for a policy that lets nobody in.',
  fix: {
    text: 'Set the idle time of sessions to 15 minutes or less in every rule of the policy that allows access.',
    console: [
      'In the Admin Console, open Security > Global Session Policy and choose the policy.',
      'Edit each rule that allows access, and set Maximum Okta global session idle time to 15 minutes.',
      'Save the rule, and look at the Default Policy as well: it is for everybody whom no other policy is for.',
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
        wrong: `leaves sessions idle for longer than ${config.okta_max_session_idle_minutes} minutes`,
      },
    ),
})
