import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'cognito_user_pool_advanced_security_enabled',
  title: 'Cognito user pool enforces threat protection',
  description:
    'Reads the threat protection mode of each user pool. Threat protection checks sign-ins for compromised passwords and unusual locations.',
  risk: 'Attackers can try lists of leaked passwords against the pool without being blocked.',
  decision:
    'Passes if the mode is ENFORCED. Fails if it is AUDIT, which only logs events, or if threat protection is off or was never set.',
  fix: {
    text: 'Set threat protection to full function, which requires the Plus plan.',
    console: [
      'Open Amazon Cognito, choose User pools, and choose the pool.',
      'Under Settings, choose the Plus feature plan.',
      'Choose Threat protection, then Edit, set the enforcement mode to Full function, and choose Save changes.',
      'The command resets all settings that it does not receive: put every setting from describe-user-pool that the command supports into the file for --cli-input-json, with UserPoolTier PLUS and AdvancedSecurityMode ENFORCED under UserPoolAddOns.',
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
