import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'kms_cmk_not_deleted_unintentionally',
  title: 'Key is not about to be deleted',
  description:
    'Reads the state of each customer managed key, to find those that wait for their deletion while it can still be called off.',
  risk: 'What a deleted key encrypted is lost for good, backups included.',
  decision:
    'Fails when the key is in the state PendingDeletion or PendingReplicaDeletion. Passes in every other state, disabled ones included. It has no question about keys that AWS manages. Whether a deletion is meant cannot be seen, so a key that is to go fails until it is gone.',
  fix: {
    text: 'If the deletion was not meant, cancel it before its date and enable the key again.',
    console: [
      'Open AWS KMS in the key’s region and choose Customer managed keys.',
      'Choose the key with the status Pending deletion, and ask its owner whether it is to go; CloudTrail has who called ScheduleKeyDeletion.',
      'Choose Key actions, then Cancel key deletion.',
      'Choose Key actions, then Enable, because a key comes back disabled.',
    ],
    cli: 'aws kms cancel-key-deletion --key-id <id> && aws kms enable-key --key-id <id>',
    terraform: `resource "aws_kms_key" "orders" {
  description             = "Orders"
  deletion_window_in_days = 30

  lifecycle {
    prevent_destroy = true
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/kms/latest/developerguide/deleting-keys.html',
  links: ['https://docs.aws.amazon.com/kms/latest/developerguide/key-state.html'],
  over: 'keys',
  needs: ['details'],
  judge: ({ name, details: { manager, state, deletion_date: date } }) => {
    if (manager === 'AWS') return []
    return state === 'PendingDeletion' || state === 'PendingReplicaDeletion'
      ? fail(`The key ${name} will be deleted${date ? ` on ${date}` : ''}.`)
      : pass(`The key ${name} is not scheduled for deletion (${state}).`)
  },
})
