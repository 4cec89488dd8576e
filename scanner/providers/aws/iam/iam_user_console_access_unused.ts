import { fail, pass } from '../../../kit/index.ts'
import { daysSince } from '../days.ts'
import { ago, reported } from './days.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_user_console_access_unused',
  title: 'IAM user console password is in use',
  description:
    'Reads from the credential report when each user with a console password last signed in with it.',
  risk: 'The password of a user who left or changed roles still allows console access, and misuse is unlikely to be noticed.',
  decision:
    'Fails if the password was last used more than `max_console_access_days` days ago, 45 by default. If AWS has no record of its use, the days are counted from the last password change, or else from the creation of the user. If both are unknown, the password fails. Passes if it was used within this period, or if the user has no password. The root user is not included.',
  fix: {
    text: 'Disable console access for users who do not sign in.',
    console: [
      'Open IAM, choose Users, then the user, then the Security credentials tab.',
      'Under Console sign-in, choose Manage console access, then Disable access.',
      'If the person has left, review the access keys on the same tab, then delete the user.',
    ],
    cli: 'aws iam delete-login-profile --user-name <name>',
    terraform: `# Without an aws_iam_user_login_profile, the user has no console password.
resource "aws_iam_user" "reports" {
  name          = "reports"
  force_destroy = true # deletes a manually created password with the user
}`,
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_finding-unused.html',
  over: 'users',
  needs: ['credentials'],
  config: { max_console_access_days: 45 },
  judge({ name, credentials }, { now, config }) {
    const by = reported(credentials.reported_at, now)
    if (!credentials.password) return pass(`User ${name} has no console password, ${by}.`)
    // A user who never signed in may have a recent password: the age of the password counts instead.
    const { password_used_at: used_at } = credentials
    const since = used_at ?? credentials.password_changed_at ?? credentials.created_at
    if (since === null) return fail(`User ${name} never used the console password, ${by}.`)
    const idle = daysSince(since, now)
    const sentence = used_at
      ? `User ${name} last used the console password ${ago(idle)}, ${by}.`
      : `User ${name} received a console password ${ago(idle)} and never used it, ${by}.`
    return idle > config.max_console_access_days ? fail(sentence) : pass(sentence)
  },
})
