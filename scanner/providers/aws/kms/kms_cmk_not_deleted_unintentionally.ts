import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'kms_cmk_not_deleted_unintentionally',
  title: 'Key is not about to be deleted',
  risk: 'What a deleted key encrypted is lost for good, backups included.',
  fix: {
    text: 'If the deletion was not meant, cancel it before its date and enable the key again.',
    cli: 'aws kms cancel-key-deletion --key-id <id> && aws kms enable-key --key-id <id>',
  },
  source: 'https://docs.aws.amazon.com/kms/latest/developerguide/deleting-keys.html',
  over: 'keys',
  needs: ['details'],
  judge: ({ name, details: { manager, state, deletion_date: date } }) => {
    if (manager === 'AWS') return []
    return state === 'PendingDeletion' || state === 'PendingReplicaDeletion'
      ? fail(`The key ${name} will be deleted${date ? ` on ${date}` : ''}.`)
      : pass(`The key ${name} is not scheduled for deletion (${state}).`)
  },
})
