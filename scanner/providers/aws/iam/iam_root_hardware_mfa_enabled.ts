import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_root_hardware_mfa_enabled',
  title: 'Root user signs in with a hardware MFA device',
  risk: 'An app on a phone can be copied, backed up to a cloud or lost with the phone; a hardware device leaves nothing to copy.',
  fix: {
    text: 'Register a security key or a hardware token for the root user, then remove its virtual MFA devices.',
    url: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/enable-hw-mfa-for-root.html',
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/enable-hw-mfa-for-root.html',
  over: 'roots',
  needs: ['summary', 'virtual_mfa'],
  judge({ summary: { mfa, password, access_keys }, virtual_mfa }) {
    if (!mfa) {
      return password || access_keys
        ? fail('The root user has no MFA device.')
        : pass('The root user has neither a password nor an access key that MFA could protect.')
    }
    return virtual_mfa
      ? fail('The root user has a virtual MFA device.')
      : pass('Every MFA device of the root user is hardware.')
  },
})
