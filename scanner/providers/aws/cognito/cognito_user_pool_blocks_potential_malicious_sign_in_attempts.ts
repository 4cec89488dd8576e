import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'cognito_user_pool_blocks_potential_malicious_sign_in_attempts',
  title: 'Pool blocks sign-ins that look like a takeover',
  description:
    'Reads what threat protection of each user pool does at sign-ins of low, medium and high risk.',
  risk: 'Somebody who has a user’s password signs in from anywhere, and nothing stands in the way.',
  decision:
    'Passes when threat protection is enforced and blocks at all three levels of risk. Fails when a level does anything else, such as asking for a second factor, when nothing is set, and when threat protection is not enforced. Settings that an app client has of its own are not read.',
  fix: {
    text: 'Block sign-ins of each level of risk.',
    console: [
      'Open Amazon Cognito, choose User pools, choose the pool, then Threat protection.',
      'Set the enforcement mode to Full function.',
      'Under Adaptive authentication, choose Block sign-in for low, medium and high risk, and choose Save changes.',
      'The command removes the half that it is not given: put all that describe-risk-configuration shows into the file except the date, and BLOCK for LowAction, MediumAction and HighAction.',
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
    if (actions.length === 0) return fail(`The pool ${name} does nothing at sign-ins of any risk.`)
    return milder
      ? fail(`The pool ${name} answers a level of risk by ${milder} instead of blocking.`)
      : pass(`The pool ${name} blocks sign-ins of each level of risk.`)
  },
})
