import { fail, pass } from '../../../kit/index.ts'
import { check, known } from './resources.ts'

export default check({
  id: 'cognito_user_pool_mfa_enabled',
  title: 'Pool asks every user for a second factor',
  description: 'Reads whether multi-factor authentication is required in each user pool.',
  risk: 'A guessed or stolen password is all that it takes to become a user.',
  decision:
    'Passes when MFA is required (ON). Fails when it is optional, because then most users have none, and when it is off. An answer without the setting gives a gap in coverage.',
  fix: {
    text: 'Require MFA in the pool.',
    console: [
      'Open Amazon Cognito, choose User pools, and choose the pool.',
      'Choose Sign-in, and under Multi-factor authentication choose Edit.',
      'Choose Require MFA with authenticator apps or passkeys, and choose Save changes.',
      'For the command, put all that get-user-pool-mfa-config shows into the file, so that no other factor is lost, with MfaConfiguration ON and SoftwareTokenMfaConfiguration enabled.',
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
    if (mfa === 'ON') return pass(`The pool ${name} asks every user for a second factor.`)
    return mfa === 'OPTIONAL'
      ? fail(`Users of the pool ${name} may do without a second factor.`)
      : fail(`The pool ${name} asks nobody for a second factor.`)
  },
})
