import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_root_mfa_enabled',
  title: 'Root user signs in with MFA',
  risk: 'Without a second factor the password of one mailbox is enough to reset and take over the most powerful user of the account.',
  fix: {
    text: 'Sign in as the root user and register an MFA device under “Security credentials”; better two, kept apart.',
    url: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/enable-mfa-for-root.html',
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/root-user-best-practices.html',
  over: 'roots',
  needs: ['summary'],
  judge({ summary: { mfa, password, access_keys } }) {
    if (mfa) return pass('The root user has an MFA device.')
    if (!password && !access_keys) {
      return pass('The root user has neither a password nor an access key that MFA could protect.')
    }
    return fail(`The root user has ${password ? 'a password' : 'an access key'} and no MFA device.`)
  },
})
