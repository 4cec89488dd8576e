import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'kms_cmk_not_deleted_unintentionally',
  title: 'KMS key is not scheduled for deletion',
  description:
    'Reads the state of each customer managed key to find keys whose scheduled deletion can still be canceled.',
  risk: 'Data that was encrypted with a deleted key cannot be recovered, including backups.',
  decision:
    'Fails if the key is in the state PendingDeletion or PendingReplicaDeletion. Passes in every other state, including disabled. AWS managed keys give no finding. The check cannot detect whether a deletion is intended, so a key with an intended deletion fails until it is deleted.',
  fix: {
    text: 'If the deletion is not intended, cancel it before its date and enable the key again.',
    console: [
      'Open AWS KMS in the key’s region and choose Customer managed keys.',
      'Choose the key with the status Pending deletion, and ask its owner whether the deletion is intended. CloudTrail shows the caller of ScheduleKeyDeletion.',
      'Choose Key actions, then Cancel key deletion.',
      'Choose Key actions, then Enable, because the key is disabled after the cancellation.',
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
      ? fail(`Key ${name} is scheduled for deletion${date ? ` on ${date}` : ''}.`)
      : pass(`Key ${name} is not scheduled for deletion (${state}).`)
  },
})
