import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'
import { hasSecrets } from './root-secrets.ts'

export default check({
  id: 'iam_root_hardware_mfa_enabled',
  title: 'Root user has MFA and no virtual MFA device',
  description:
    'Reads from the account summary whether the root user has MFA, and from the list of virtual MFA devices whether one of them, an authenticator app, is its own.',
  risk: 'The secret of an authenticator app can be copied, backed up to a cloud or phished out of its owner; a security key or hardware token holds on to its secret.',
  decision:
    'Fails when the root user has a virtual MFA device, and when it has no MFA device at all but a password or an access key. Passes when it has MFA and no virtual device, and when it has neither MFA nor anything that MFA could protect; a summary that leaves that open gives a gap in coverage. A passkey that is synced between devices looks like a security key to IAM’s list and passes as well: which it is, only its owner can tell.',
  fix: {
    text: 'Register a security key or a hardware token for the root user, then remove its virtual MFA devices.',
    console: [
      'Sign in as the root user, choose the account’s name at the top right, then Security credentials.',
      'Under Multi-factor authentication choose Assign MFA device, then Passkey or security key, or Hardware TOTP token.',
      'Use a security key of its own, not the passkeys of a browser or phone; register a second one and keep it apart.',
      'Tick the virtual device and choose Remove; neither the command line nor Terraform can do any of this for the root user.',
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
