import { fail, pass } from '../../../kit/index.ts'
import { reported } from './days.ts'
import { check } from './resources.ts'

/** Virtual devices are `arn:…:mfa/<name>`; security keys and passkeys are `arn:…:u2f/…`, tokens have a bare serial number. */
const isVirtual = (serial: string): boolean => /^arn:[^:]*:iam::\d*:(?:mfa|sms-mfa)\//.test(serial)

export default check({
  id: 'iam_user_hardware_mfa_enabled',
  title: 'IAM user has MFA enabled without a virtual MFA device',
  description:
    'Reads the MFA devices of each user with a console password or an active access key. The serial numbers show which devices are virtual.',
  risk: 'The secret of an authenticator app can be copied from a phone or its backup, and its codes can be phished. A security key or hardware token does not expose its secret.',
  decision:
    'Fails if a user with a console password or an active access key has no MFA device, or has a virtual or SMS device, even in addition to others. Passes if the user has only security keys, passkeys or hardware tokens, or if there is neither a password nor an active key. A passkey that is synced between devices has the same type of serial number as a security key, so it passes as well.',
  fix: {
    text: 'Register a security key or hardware token for the user, then remove virtual MFA devices.',
    console: [
      'Open IAM, choose Users, then the user, then the Security credentials tab.',
      'Under Multi-factor authentication, choose Assign MFA device, then Passkey or security key, or Hardware TOTP token.',
      'Have the user register a dedicated security key, not the passkeys of a browser or phone.',
      'Select the virtual devices and choose Remove.',
      'The AWS CLI can register hardware tokens only. Terraform cannot register a device for a user.',
    ],
    cli: 'aws iam enable-mfa-device --user-name <name> --serial-number <token serial> --authentication-code1 <code> --authentication-code2 <next code> && aws iam deactivate-mfa-device --user-name <name> --serial-number <virtual serial>',
    terraform: null,
    url: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_mfa_enable_fido.html',
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_mfa.html',
  links: [
    'https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_mfa_fido_supported_configurations.html',
  ],
  over: 'users',
  needs: ['credentials', 'mfa_devices'],
  judge({ name, credentials: { password, access_keys, reported_at }, mfa_devices }, { now }) {
    const keys = access_keys.some(({ active }) => active)
    if (!password && !keys) {
      return pass(
        `User ${name} has neither a console password nor an active access key, ${reported(reported_at, now)}.`,
      )
    }
    if (mfa_devices.length === 0) return fail(`User ${name} has no MFA device.`)
    const virtual = mfa_devices.filter(isVirtual)
    return virtual.length > 0
      ? fail(`User ${name} has the virtual MFA device ${virtual.join(', ')}.`)
      : pass(`User ${name} has MFA and no virtual MFA device: ${mfa_devices.join(', ')}.`)
  },
})
