import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_user_mfa_enabled_console_access',
  title: 'User with a console password signs in with MFA',
  risk: 'A password alone is phished, guessed or reused; with it goes everything the user may do.',
  fix: {
    text: 'Register an MFA device for the user, or take the console password away.',
    url: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_mfa_enable.html',
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_mfa.html',
  over: 'users',
  needs: ['credentials'],
  judge({ name, credentials: { password, mfa } }) {
    if (!password) return pass(`${name} has no console password.`)
    return mfa
      ? pass(`${name} has a console password and an MFA device.`)
      : fail(`${name} has a console password and no MFA device.`)
  },
})
