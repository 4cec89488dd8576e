import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'
import { hasSecrets } from './root-secrets.ts'

export default check({
  id: 'iam_root_mfa_enabled',
  title: 'Root user has MFA enabled',
  description:
    'Reads from the account summary whether the root user has an MFA device, and whether it has a password or an access key.',
  risk: 'Without MFA, an attacker with access to the root user’s mailbox can reset the password and take over the account.',
  decision:
    'Passes if the root user has an MFA device of any type, or if the summary shows that it has neither a password nor an access key. Fails if it has no MFA device but a password or an access key. If it has no device and no key, and the summary does not include the password, the check reports a coverage gap.',
  fix: {
    text: 'Register an MFA device for the root user. Preferably register two and store them separately.',
    console: [
      'Sign in as the root user, choose the account name at the top right, then Security credentials.',
      'Under Multi-factor authentication, choose Assign MFA device, enter a name, and choose the device type.',
      'Follow the steps, then register a second device and store it in another place.',
      'For a member account, delete the root credentials from the management account instead: in IAM, choose Root access management. The AWS CLI and Terraform cannot register a device for the root user.',
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
