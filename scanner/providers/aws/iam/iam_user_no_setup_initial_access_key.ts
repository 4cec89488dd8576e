import { fail, pass } from '../../../kit/index.ts'
import { reported } from './days.ts'
import { holderOf } from './holders.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_user_no_setup_initial_access_key',
  title: 'Console user has no active access key that was never used',
  description:
    'Reads from the credential report which active access keys of users with a console password, and of the root user, were never used.',
  risk: 'A key made by default, for a person who signs in with a password, is used by nobody and watched by nobody, but works.',
  decision:
    'Fails when a user with a console password has an active access key that was never used, however new it is. The root user is asked the same whether or not it has a password, of which the report does not tell. Passes when every active key was used once, when there is none, and when a user has no password.',
  fix: {
    text: 'Delete the key, and make one for whoever asks for it and will use it.',
    console: [
      'Open IAM, choose Users, then the user, then the tab Security credentials.',
      'Under Access keys find the key whose Last used is never.',
      'Choose Actions, then Deactivate, then Actions again, then Delete.',
      'For the root user, sign in as it and do the same under Security credentials.',
    ],
    cli: 'aws iam delete-access-key --user-name <name> --access-key-id <id>',
    terraform: `# The person signs in; without an aws_iam_access_key there is no key to forget.
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
    // Null of the root user, of whom the report does not tell: asked all the same, and not said.
    if (password === false) return pass(`There is no console password of ${who}, ${by}.`)
    const unused = access_keys.filter(({ active, used_at }) => active && used_at === null)
    return unused.length === 0
      ? pass(`There is no active access key of ${who} that was never used, ${by}.`)
      : fail(
          `The access key ${unused.map(({ slot }) => slot).join(' and ')} of ${who}${password ? ', who signs in with a password,' : ''} was never used, ${by}.`,
        )
  },
})
