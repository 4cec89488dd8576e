import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_user_two_active_access_key',
  title: 'User has at most one active access key',
  risk: 'The second slot is there for the hours of a rotation; two keys for good are twice as much to lose, and leave no room to rotate.',
  fix: {
    text: 'Find out which key is in use, deactivate the other and delete it.',
    cli: 'aws iam update-access-key --user-name <name> --access-key-id <id> --status Inactive',
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/id-credentials-access-keys-update.html',
  over: 'users',
  needs: ['credentials'],
  judge({ name, credentials: { access_keys } }) {
    const active = access_keys.filter((key) => key.active).length
    if (active === 0) return pass(`${name} has no active access key.`)
    return active === 1
      ? pass(`${name} has 1 active access key.`)
      : fail(`${name} has ${active} active access keys.`)
  },
})
