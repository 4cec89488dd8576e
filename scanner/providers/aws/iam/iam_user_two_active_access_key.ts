import { fail, pass } from '../../../kit/index.ts'
import { reported } from './days.ts'
import { holderOf } from './holders.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_user_two_active_access_key',
  title: 'User has at most one active access key',
  description:
    'Counts in the credential report the active access keys of each user and of the root user.',
  risk: 'The second slot is there for the hours of a rotation; two keys for good are twice as much to lose, and leave no room to rotate.',
  decision:
    'Fails when both keys are active, even in the middle of a rotation. Passes with one active key or none. Age and use of the keys do not matter here.',
  fix: {
    text: 'Find out which key is in use, deactivate the other and delete it.',
    console: [
      'Open IAM, choose Users, then the user, then the tab Security credentials.',
      'Under Access keys compare when the two keys were last used, and move what still uses the older one to the newer.',
      'Choose Actions, then Deactivate, for the older key.',
      'When nothing broke for some days, choose Actions, then Delete.',
    ],
    cli: 'aws iam update-access-key --user-name <name> --access-key-id <older key id> --status Inactive',
    terraform: `resource "aws_iam_access_key" "backup_2025" {
  user   = aws_iam_user.backup.name
  status = "Inactive"
}

resource "aws_iam_access_key" "backup_2026" {
  user = aws_iam_user.backup.name
}`,
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/id-credentials-access-keys-update.html',
  over: 'keyHolders',
  needs: ['credentials'],
  judge(holder, { now }) {
    const { access_keys, reported_at } = holder.credentials
    const active = access_keys.filter((key) => key.active).length
    const keys = active === 1 ? '1 access key' : `${active} access keys`
    const sentence = `${keys} of ${holderOf(holder)} ${active === 1 ? 'is' : 'are'} active, ${reported(reported_at, now)}.`
    return active > 1 ? fail(sentence) : pass(sentence)
  },
})
