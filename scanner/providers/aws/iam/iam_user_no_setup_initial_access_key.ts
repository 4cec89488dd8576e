import { fail, pass } from '../../../kit/index.ts'
import { reported } from './days.ts'
import { holderOf } from './holders.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_user_no_setup_initial_access_key',
  title: 'IAM user with a console password has no unused active access key',
  description:
    'Reads from the credential report which active access keys of users with a console password, and of the root user, were never used.',
  risk: 'An access key that was created with the user and never used is not monitored, but remains valid.',
  decision:
    'Fails if a user with a console password has an active access key that was never used, even if it is new. For the root user, the keys count whether or not it has a password, because the report does not show this. Passes if every active key was used, if there is no active key, or if the user has no password.',
  fix: {
    text: 'Delete the key, and create keys only for users who request and use them.',
    console: [
      'Open IAM, choose Users, then the user, then the Security credentials tab.',
      'Under Access keys, find the key with Last used set to Never.',
      'Choose Actions, then Deactivate, then Actions again, then Delete.',
      'For the root user, sign in as the root user and do the same under Security credentials.',
    ],
    cli: 'aws iam delete-access-key --user-name <name> --access-key-id <id>',
    terraform: `# The user signs in with a password. Do not add an aws_iam_access_key.
resource "aws_iam_user_login_profile" "alice" {
  user                    = aws_iam_user.alice.name
  password_reset_required = true
}`,
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_access-keys.html',
  over: 'keyHolders',
  needs: ['credentials'],
  judge(holder, { now }) {
    const { password, access_keys, reported_at } = holder.credentials
    const who = holderOf(holder)
    const by = reported(reported_at, now)
    // Null for the root user, whose password the report omits: evaluated without mentioning a password.
    if (password === false) return pass(`There is no console password for ${who}, ${by}.`)
    const unused = access_keys.filter(({ active, used_at }) => active && used_at === null)
    return unused.length === 0
      ? pass(`No active access key of ${who} is unused, ${by}.`)
      : fail(
          `Access key ${unused.map(({ slot }) => slot).join(' and ')} of ${who}${password ? ', who has a console password,' : ''} was never used, ${by}.`,
        )
  },
})
