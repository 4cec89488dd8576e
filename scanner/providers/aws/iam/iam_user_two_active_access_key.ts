import { fail, pass } from '../../../kit/index.ts'
import { reported } from './days.ts'
import { holderOf } from './holders.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_user_two_active_access_key',
  title: 'IAM user has at most one active access key',
  description:
    'Reads from the credential report the number of active access keys of each user and of the root user.',
  risk: 'The second key is intended for rotation. Two permanent keys double the exposure and leave no slot for rotation.',
  decision:
    'Fails if both keys are active, even during a rotation. Passes with one active key or none. The age and use of the keys do not matter.',
  fix: {
    text: 'Find the key that is in use, then deactivate and delete the other one.',
    console: [
      'Open IAM, choose Users, then the user, then the Security credentials tab.',
      'Under Access keys, compare when the two keys were last used, and move the programs that use the older key to the newer one.',
      'Choose Actions, then Deactivate, for the older key.',
      'If nothing fails for some days, choose Actions, then Delete.',
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
