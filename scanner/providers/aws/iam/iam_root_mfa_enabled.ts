import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'
import { hasSecrets } from './root-secrets.ts'

export default check({
  id: 'iam_root_mfa_enabled',
  title: 'Root user signs in with MFA',
  description:
    'Reads from the account summary whether the root user has an MFA device, and whether it has a password or an access key to protect.',
  risk: 'Without a second factor, whoever gets into the mailbox of the root user can reset its password and take over the most powerful user of the account.',
  decision:
    'Passes when the root user has an MFA device of any kind, and when the summary tells that it has neither a password nor an access key. Fails when it has no device but one of these; where it has no device and no key and the summary does not speak of a password, there is no verdict but a gap in coverage.',
  fix: {
    text: 'Register an MFA device for the root user; better two, kept apart.',
    console: [
      'Sign in as the root user, choose the account’s name at the top right, then Security credentials.',
      'Under Multi-factor authentication choose Assign MFA device, name it, and choose its kind.',
      'Follow the steps, then register a second device and keep it in another place.',
      'For a member account, delete the root credentials from the management account instead: IAM, Root access management. No command and no Terraform resource registers a device for the root user.',
    ],
    cli: null,
    terraform: null,
    url: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/enable-mfa-for-root.html',
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/root-user-best-practices.html',
  links: ['https://docs.aws.amazon.com/IAM/latest/UserGuide/id_root-user-access-management.html'],
  over: 'roots',
  needs: ['summary'],
  judge({ summary }) {
    if (summary.mfa) return pass('The root user has an MFA device.')
    if (!hasSecrets(summary)) {
      return pass('The root user has neither a password nor an access key that MFA could protect.')
    }
    return summary.access_keys
      ? fail('The root user has an access key and no MFA device.')
      : fail('The root user has a password and no MFA device.')
  },
})
