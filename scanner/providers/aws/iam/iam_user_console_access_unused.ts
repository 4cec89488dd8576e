import { fail, pass } from '../../../kit/index.ts'
import { ago, daysSince } from './days.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_user_console_access_unused',
  title: 'Console passwords are in use',
  risk: 'The password of somebody who left or moved on still opens the console, and nobody notices who enters.',
  fix: {
    text: 'Take the console password away from users who do not sign in.',
    cli: 'aws iam delete-login-profile --user-name <name>',
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_finding-unused.html',
  over: 'users',
  needs: ['credentials'],
  config: { max_console_access_days: 45 },
  judge({ name, credentials }, { now, config }) {
    if (!credentials.password) return pass(`${name} has no console password.`)
    // Who never signed in may have got the password yesterday: its age counts instead.
    const { password_used_at: used_at } = credentials
    const since = used_at ?? credentials.password_changed_at ?? credentials.created_at
    if (since === null) return fail(`${name} never used the console password.`)
    const idle = daysSince(since, now)
    const sentence = used_at
      ? `${name} last used the console password ${ago(idle)}.`
      : `${name} got a console password ${ago(idle)} and never used it.`
    return idle > config.max_console_access_days ? fail(sentence) : pass(sentence)
  },
})
