import { fail, manual, pass } from '../../../kit/index.ts'
import { listing } from '../members.ts'
import { check } from './resources.ts'

/** States in which a user can no longer sign in, as actions of automations name them. */
const ends: ReadonlySet<string> = new Set([
  'SUSPENDED',
  'INACTIVE',
  'DEACTIVATED',
  'DELETED',
  'SUSPEND',
  'DEACTIVATE',
  'DELETE',
])

export default check({
  id: 'user_inactivity_automation_35d_enabled',
  title: 'Automation suspends users who stay away',
  description:
    'Reads the active automations, and what they do to users who have not signed in for some time.',
  risk: 'Accounts of people who left or forgot them are the ones whose misuse nobody notices.',
  decision:
    'Passes when an active automation suspends, deactivates or deletes members of the group Everyone within okta_user_inactivity_max_days without a sign-in, 35 unless it is set. Fails when no active automation looks at inactivity. MANUAL when one does but later, for other groups, with exceptions, or with an outcome that is not read, and people have to say whether that is enough. What a directory does with its own users is not seen.',
  fix: {
    text: 'Add an automation that suspends users who have not signed in for 35 days.',
    console: [
      'Open Workflow > Automations, and choose Add Automation.',
      'Add the condition User Inactivity in Okta with 35 days, and the group Everyone.',
      'Add the action Change User lifecycle state in Okta to Suspended.',
      'Give it a daily schedule, and activate it.',
    ],
    cli: null,
    terraform: null,
  },
  source: 'https://help.okta.com/oie/en-us/content/topics/automation-hooks/automations-main.htm',
  links: ['https://developer.okta.com/docs/api/openapi/okta-management/management/tag/Policy/'],
  over: 'organizations',
  needs: ['automations', 'everyone'],
  config: { okta_user_inactivity_max_days: 35 },
  judge: ({ name, automations, everyone }, { config }) => {
    const most = config.okta_user_inactivity_max_days
    if (automations.length === 0)
      return fail(`No active automation of ${name} looks at users who stay away.`)
    const whole = automations.find(
      ({ days, becomes, groups, isForAll }) =>
        isForAll &&
        days > 0 &&
        days <= most &&
        ends.has(becomes ?? '') &&
        groups.length > 0 &&
        groups.every((ids) => ids.some((id) => everyone.includes(id))),
    )
    if (whole)
      return pass(
        `The automation “${whole.name}” of ${name} acts on everybody who stays away for ${whole.days} days.`,
      )
    const texts = automations.map((one) => `“${one.name}” (${one.days} days)`)
    return manual(
      `${name} has automations for users who stay away, of which none is seen to act on everybody within ${most} days: ${listing(texts)}.`,
    )
  },
})
