import { fail, manual, pass } from '../../../kit/index.ts'
import { listing } from '../members.ts'
import { check } from './resources.ts'

/** States in which a user can no longer sign in, in the names of automation actions. */
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
  title: 'Organization has an automation that suspends inactive users',
  description:
    'Reads the active automations and the action that they take on users who have not signed in for some time.',
  risk: 'Attackers can use inactive accounts of former employees without being noticed.',
  decision:
    'Passes if an active automation suspends, deactivates or deletes members of the group Everyone within okta_user_inactivity_max_days days without a sign-in (default 35). Fails if no active automation checks for inactivity. MANUAL if one does, but later, for other groups, with exceptions, or with an action that cannot be read. Review whether it is sufficient. Actions that a directory takes on its own users are not visible.',
  fix: {
    text: 'Add an automation that suspends users who have not signed in for 35 days.',
    console: [
      'Open Workflow > Automations, and choose Add Automation.',
      'Add the condition User Inactivity in Okta with 35 days, and the group Everyone.',
      'Add the action Change User lifecycle state in Okta to Suspended.',
      'Set a daily schedule, and activate the automation.',
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
      return fail(`No active automation of ${name} checks for inactive users.`)
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
        `The automation “${whole.name}” of ${name} acts on all users who are inactive for ${whole.days} days.`,
      )
    const texts = automations.map((one) => `“${one.name}” (${one.days} days)`)
    return manual(
      `${name} has automations for inactive users, but none is known to act on all users within ${most} days: ${listing(texts)}.`,
    )
  },
})
