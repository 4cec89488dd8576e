import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'cognito_user_pool_blocks_potential_malicious_sign_in_attempts',
  title: 'Cognito user pool blocks risky sign-ins',
  description:
    'Reads the threat protection actions of each user pool for low-risk, medium-risk and high-risk sign-ins.',
  risk: 'An attacker with a user’s password can sign in from any location without being blocked.',
  decision:
    'Passes if threat protection is enforced and blocks sign-ins at all three risk levels. Fails if a level has any other action, such as requiring MFA, if nothing is set, or if threat protection is not enforced. Settings of single app clients are not read.',
  fix: {
    text: 'Block sign-ins at every risk level.',
    console: [
      'Open Amazon Cognito, choose User pools, choose the pool, then Threat protection.',
      'Set the enforcement mode to Full function.',
      'Under Adaptive authentication, choose Block sign-in for low, medium and high risk, and choose Save changes.',
      'The command removes the settings that it does not receive: put everything from describe-risk-configuration except the date into the file for --cli-input-json, and set BLOCK for LowAction, MediumAction and HighAction.',
    ],
    cli: 'aws cognito-idp set-risk-configuration --cli-input-json file://risks-with-takeover.json',
    terraform: `resource "aws_cognito_risk_configuration" "customers" {
  user_pool_id = aws_cognito_user_pool.customers.id

  account_takeover_risk_configuration {
    actions {
      low_action {
        event_action = "BLOCK"
        notify       = false
      }
      medium_action {
        event_action = "BLOCK"
        notify       = false
      }
      high_action {
        event_action = "BLOCK"
        notify       = false
      }
    }
  }
}`,
  },
  source:
    'https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pool-settings-adaptive-authentication.html',
  over: 'pools',
  needs: ['details', 'risks'],
  judge: ({ name, details: { threat_protection: mode }, risks: { actions } }) => {
    if (mode !== 'ENFORCED') {
      return fail(`Threat protection of the pool ${name} is not enforced (${mode}).`)
    }
    const milder = actions.find((it) => it !== 'BLOCK')
    if (actions.length === 0) return fail(`The pool ${name} has no action for risky sign-ins.`)
    return milder
      ? fail(`The pool ${name} has the action ${milder} instead of BLOCK for a risk level.`)
      : pass(`The pool ${name} blocks sign-ins at every risk level.`)
  },
})
