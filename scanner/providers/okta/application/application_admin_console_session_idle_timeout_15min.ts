import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'application_admin_console_session_idle_timeout_15min',
  title: 'Admin Console ends idle sessions within 15 minutes',
  description:
    'Reads the maximum idle time of Okta Admin Console sessions, which is set separately from other sessions.',
  risk: "An administrator's unlocked screen gives control of every account until the session ends.",
  decision:
    'Fails if an Admin Console session can be idle for longer than okta_admin_console_idle_timeout_max_minutes (default 15). Passes if it ends within that time. The maximum session lifetime is not evaluated.',
  fix: {
    text: 'Set the idle time of Admin Console sessions to 15 minutes or less.',
    console: [
      'Open Applications > Applications > Okta Admin Console, and choose the tab Sign On.',
      'Under Okta Admin Console session, choose Edit, and set Maximum app session idle time to 15 minutes.',
      'Choose Save.',
    ],
    cli: null,
    terraform: null,
  },
  source:
    'https://developer.okta.com/docs/api/openapi/okta-management/management/tag/OktaApplicationSettings/',
  links: ['https://help.okta.com/oie/en-us/content/topics/security/admin-console-session.htm'],
  over: 'consoles',
  needs: ['idle_minutes'],
  config: { okta_admin_console_idle_timeout_max_minutes: 15 },
  judge: ({ name, idle_minutes: idle }, { config }) => {
    const most = config.okta_admin_console_idle_timeout_max_minutes
    return idle > 0 && idle <= most
      ? pass(`${name} ends idle sessions after ${idle} minutes.`)
      : fail(`${name} ends idle sessions after ${idle} minutes, not within ${most}.`)
  },
})
