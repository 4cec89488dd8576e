import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'cognito_user_pool_blocks_compromised_credentials_sign_in_attempts',
  title: 'Cognito user pool blocks sign-ins with compromised credentials',
  description:
    'Reads the threat protection action of each user pool for sign-ins with compromised credentials.',
  risk: 'Attackers can use passwords that were leaked elsewhere to sign in to accounts of the pool.',
  decision:
    'Passes if threat protection is enforced and its action for compromised credentials is to block, for sign-ins or for all events. Fails otherwise, including when nothing is set. Settings of single app clients are not read.',
  fix: {
    text: 'Block sign-ins with compromised credentials.',
    console: [
      'Open Amazon Cognito, choose User pools, choose the pool, then Threat protection.',
      'Set the enforcement mode to Full function.',
      'Under Compromised credentials, choose Block sign-in for the event Sign in, and choose Save changes.',
      'The command removes the settings that it does not receive: put everything from describe-risk-configuration except the date into the file for --cli-input-json, and set BLOCK for compromised credentials at SIGN_IN.',
    ],
    cli: 'aws cognito-idp set-risk-configuration --cli-input-json file://risks-with-compromised-credentials.json',
    terraform: `resource "aws_cognito_risk_configuration" "customers" {
  user_pool_id = aws_cognito_user_pool.customers.id

  compromised_credentials_risk_configuration {
    event_filter = ["SIGN_IN"]
    actions {
      event_action = "BLOCK"
    }
  }
}`,
  },
  source:
    'https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pool-settings-compromised-credentials.html',
  over: 'pools',
  needs: ['details', 'risks'],
  judge: ({ name, details: { threat_protection: mode }, risks }) => {
    if (mode !== 'ENFORCED') {
      return fail(`Threat protection of the pool ${name} is not enforced (${mode}).`)
    }
    return risks.leaked_password === 'BLOCK'
      ? pass(`The pool ${name} blocks sign-ins with compromised credentials.`)
      : fail(`The pool ${name} does not block sign-ins with compromised credentials.`)
  },
})
