import { fail, pass } from '../../../kit/index.ts'
import { daysSince } from '../days.ts'
import { ago, reported } from './days.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_user_console_access_unused',
  title: 'Console passwords are in use',
  description:
    'Reads from the credential report when each user with a console password last signed in with it.',
  risk: 'The password of somebody who left or moved on still opens the console, and nobody notices who enters.',
  decision:
    'Fails when the password was last used more than `max_console_access_days` days ago, 45 unless configured. A password that AWS does not know to have been used is counted from its last change, or else from the making of the user, and fails at once where both are unknown. Passes when it was used since, and when the user has no password. The root user is not asked about here.',
  fix: {
    text: 'Take the console password away from users who do not sign in.',
    console: [
      'Open IAM, choose Users, then the user, then the tab Security credentials.',
      'Under Console sign-in choose Manage console access, then Disable access.',
      'If the person has left, look at the access keys on the same tab, then delete the user.',
    ],
    cli: 'aws iam delete-login-profile --user-name <name>',
    terraform: `# Without an aws_iam_user_login_profile there is no console password.
resource "aws_iam_user" "reports" {
  name          = "reports"
  force_destroy = true # a password made by hand goes with the user
}`,
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_finding-unused.html',
  over: 'users',
  needs: ['credentials'],
  config: { max_console_access_days: 45 },
  judge({ name, credentials }, { now, config }) {
    const by = reported(credentials.reported_at, now)
    if (!credentials.password) return pass(`${name} has no console password, ${by}.`)
    // Who never signed in may have got the password yesterday: its age counts instead.
    const { password_used_at: used_at } = credentials
    const since = used_at ?? credentials.password_changed_at ?? credentials.created_at
    if (since === null) return fail(`${name} never used the console password, ${by}.`)
    const idle = daysSince(since, now)
    const sentence = used_at
      ? `${name} last used the console password ${ago(idle)}, ${by}.`
      : `${name} got a console password ${ago(idle)} and never used it, ${by}.`
    return idle > config.max_console_access_days ? fail(sentence) : pass(sentence)
  },
})
