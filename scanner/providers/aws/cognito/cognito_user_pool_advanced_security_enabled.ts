import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'cognito_user_pool_advanced_security_enabled',
  title: 'Pool acts on signs of an attack',
  description:
    'Reads the mode of threat protection of each user pool, which watches sign-ins for leaked passwords and strange places.',
  risk: 'Lists of leaked passwords are tried on the pool without anything getting in the way.',
  decision:
    'Passes when the mode is ENFORCED. Fails when it is AUDIT, which writes down and does nothing, and when threat protection is off or was never set.',
  fix: {
    text: 'Set threat protection to full function, which needs the Plus plan.',
    console: [
      'Open Amazon Cognito, choose User pools, and choose the pool.',
      'Under Settings, choose the Plus feature plan.',
      'Choose Threat protection, then Edit, set the enforcement mode to Full function, and choose Save changes.',
      'The command resets what it is not given: put into the file every setting that describe-user-pool shows and this command takes, with UserPoolTier PLUS and AdvancedSecurityMode ENFORCED under UserPoolAddOns.',
    ],
    cli: 'aws cognito-idp update-user-pool --user-pool-id <pool> --cli-input-json file://pool-with-threat-protection.json',
    terraform: `resource "aws_cognito_user_pool" "customers" {
  name           = "customers"
  user_pool_tier = "PLUS"

  user_pool_add_ons {
    advanced_security_mode = "ENFORCED"
  }
}`,
  },
  source:
    'https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pool-settings-threat-protection.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/cognito-controls.html'],
  over: 'pools',
  needs: ['details'],
  judge: ({ name, details: { threat_protection: mode } }) =>
    mode === 'ENFORCED'
      ? pass(`Threat protection of the pool ${name} is enforced.`)
      : fail(`Threat protection of the pool ${name} is not enforced (${mode}).`),
})
