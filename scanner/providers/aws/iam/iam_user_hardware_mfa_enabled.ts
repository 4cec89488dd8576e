import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

/** Virtual devices are `arn:…:mfa/<name>`; security keys are `arn:…:u2f/…`, tokens have a bare serial number. */
const isVirtual = (serial: string): boolean => /^arn:[^:]*:iam::\d*:(?:mfa|sms-mfa)\//.test(serial)

export default check({
  id: 'iam_user_hardware_mfa_enabled',
  title: 'User with a console password has hardware MFA devices only',
  risk: 'The secret of an app can be copied from a phone or its backup, and its codes can be phished; a hardware device holds on to its secret.',
  fix: {
    text: 'Register a security key or hardware token for the user, then remove virtual MFA devices.',
    url: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_mfa_enable_fido.html',
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_mfa.html',
  over: 'users',
  needs: ['credentials', 'mfa_devices'],
  judge({ name, credentials, mfa_devices }) {
    if (!credentials.password)
      return pass(`${name} has no console password that MFA could protect.`)
    if (mfa_devices.length === 0) return fail(`${name} has no MFA device.`)
    const virtual = mfa_devices.filter(isVirtual)
    return virtual.length > 0
      ? fail(`${name} has the virtual MFA device ${virtual.join(', ')}.`)
      : pass(`${name} has hardware MFA devices only: ${mfa_devices.join(', ')}.`)
  },
})
