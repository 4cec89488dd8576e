import { overSessions } from './sessions.ts'
import { check } from './resources.ts'

export default check({
  id: 'signon_global_session_lifetime_18h',
  title: 'Global session policy ends every session within a day',
  description:
    'Reads for how long a session of Okta is good at most, used or not, by each rule of each active global session policy.',
  risk: 'Whoever stole the cookie of a session that never ends needs no password and no second factor for weeks.',
  decision:
    'Fails when a rule of the policy that lets somebody in and that a sign-in can meet has no end for sessions, or one later than okta_max_session_lifetime_minutes, 1,080 unless it is set. Passes when all of them end within that time. Rules that deny, inactive ones and those that no sign-in gets to are left out. There is no verdict for a policy that lets nobody in.',
  fix: {
    text: 'Give sessions a lifetime of 18 hours or less in every rule that allows access.',
    console: [
      'Open Security > Global Session Policy in the Admin Console, and choose the policy.',
      'In each rule that allows access, choose Set time limit for Maximum Okta global session lifetime, and enter 18 hours.',
      'Save, and do the same for the other policies in the list.',
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
          lifetimeMinutes === 0 ? 'no end' : `${lifetimeMinutes} minutes`,
        right: `ends every session within ${config.okta_max_session_lifetime_minutes} minutes`,
        wrong: `keeps sessions for longer than ${config.okta_max_session_lifetime_minutes} minutes`,
      },
    ),
})
