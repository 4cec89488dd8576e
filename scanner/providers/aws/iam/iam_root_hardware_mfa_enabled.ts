import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'
import { hasSecrets } from './root-secrets.ts'

export default check({
  id: 'iam_root_hardware_mfa_enabled',
  title: 'Root user has MFA enabled without a virtual MFA device',
  description:
    'Reads from the account summary whether the root user has MFA. Reads from the list of virtual MFA devices whether one of them, such as an authenticator app, belongs to the root user.',
  risk: 'The secret of an authenticator app can be copied, backed up to a cloud or phished. A security key or hardware token does not expose its secret.',
  decision:
    'Fails if the root user has a virtual MFA device, or if it has no MFA device but a password or an access key. Passes if it has MFA and no virtual device, or if it has neither MFA nor credentials that MFA could protect. If the summary does not show this, the check reports a coverage gap. In the IAM list, a passkey that is synced between devices looks like a security key, so it passes as well.',
  fix: {
    text: 'Register a security key or a hardware token for the root user, then remove its virtual MFA devices.',
    console: [
      'Sign in as the root user, choose the account name at the top right, then Security credentials.',
      'Under Multi-factor authentication, choose Assign MFA device, then Passkey or security key, or Hardware TOTP token.',
      'Use a dedicated security key, not the passkeys of a browser or phone. Register a second key and store it separately.',
      'Select the virtual device and choose Remove. The AWS CLI and Terraform cannot perform these steps for the root user.',
    ],
    cli: null,
    terraform: null,
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/enable-hw-mfa-for-root.html',
  links: [
    'https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_mfa_fido_supported_configurations.html',
  ],
  over: 'roots',
  needs: ['summary', 'virtual_mfa'],
  judge({ summary, virtual_mfa }) {
    if (!summary.mfa) {
      return hasSecrets(summary)
        ? fail('The root user has no MFA device.')
        : pass('The root user has neither a password nor an access key that MFA could protect.')
    }
    return virtual_mfa
      ? fail('The root user has a virtual MFA device.')
      : pass('The root user has MFA and no virtual MFA device.')
  },
})
