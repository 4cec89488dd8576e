import { fail, pass } from '../../../kit/index.ts'
import { check, known } from './resources.ts'

export default check({
  id: 'cognito_user_pool_mfa_enabled',
  title: 'Cognito user pool requires MFA',
  description: 'Reads whether multi-factor authentication is required in each user pool.',
  risk: 'A guessed or stolen password is enough to sign in as a user.',
  decision:
    'Passes if MFA is required (ON). Fails if it is optional, because most users then have no second factor, or if it is off. A response without the setting gives a gap in coverage.',
  fix: {
    text: 'Require MFA in the pool.',
    console: [
      'Open Amazon Cognito, choose User pools, and choose the pool.',
      'Choose Sign-in, and under Multi-factor authentication, choose Edit.',
      'Choose Require MFA with authenticator apps or passkeys, and choose Save changes.',
      'For the command, put everything from get-user-pool-mfa-config into the file for --cli-input-json, so that no other factor is lost, with MfaConfiguration ON and SoftwareTokenMfaConfiguration enabled.',
    ],
    cli: 'aws cognito-idp set-user-pool-mfa-config --user-pool-id <pool> --cli-input-json file://mfa.json',
    terraform: `resource "aws_cognito_user_pool" "customers" {
  name              = "customers"
  mfa_configuration = "ON"

  software_token_mfa_configuration {
    enabled = true
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-settings-mfa.html',
  over: 'pools',
  needs: ['details'],
  judge: ({ name, details }) => {
    const mfa = known(details.mfa)
    if (mfa === 'ON') return pass(`The pool ${name} requires MFA for every user.`)
    return mfa === 'OPTIONAL'
      ? fail(`MFA is optional for users of the pool ${name}.`)
      : fail(`The pool ${name} has MFA disabled.`)
  },
})
