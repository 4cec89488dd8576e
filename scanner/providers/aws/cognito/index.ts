import { service } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import identityPoolGuestAccessDisabled from './cognito_identity_pool_guest_access_disabled.ts'
import userPoolAdvancedSecurityEnabled from './cognito_user_pool_advanced_security_enabled.ts'
import userPoolBlocksCompromisedCredentialsSignInAttempts from './cognito_user_pool_blocks_compromised_credentials_sign_in_attempts.ts'
import userPoolBlocksPotentialMaliciousSignInAttempts from './cognito_user_pool_blocks_potential_malicious_sign_in_attempts.ts'
import userPoolClientPreventUserExistenceErrors from './cognito_user_pool_client_prevent_user_existence_errors.ts'
import userPoolClientTokenRevocationEnabled from './cognito_user_pool_client_token_revocation_enabled.ts'
import userPoolDeletionProtectionEnabled from './cognito_user_pool_deletion_protection_enabled.ts'
import userPoolMfaEnabled from './cognito_user_pool_mfa_enabled.ts'
import userPoolPasswordPolicyLowercase from './cognito_user_pool_password_policy_lowercase.ts'
import userPoolPasswordPolicyMinimumLength14 from './cognito_user_pool_password_policy_minimum_length_14.ts'
import userPoolPasswordPolicyNumber from './cognito_user_pool_password_policy_number.ts'
import userPoolPasswordPolicySymbol from './cognito_user_pool_password_policy_symbol.ts'
import userPoolPasswordPolicyUppercase from './cognito_user_pool_password_policy_uppercase.ts'
import userPoolSelfRegistrationDisabled from './cognito_user_pool_self_registration_disabled.ts'
import userPoolTemporaryPasswordExpiration from './cognito_user_pool_temporary_password_expiration.ts'
import { collect } from './collect.ts'
import type { Cognito } from './resources.ts'

export default service<Cognito, Aws>({
  name: 'cognito',
  scope: 'regional',
  kinds: {
    pools: {
      list: ['cognito-idp:ListUserPools'],
      fields: {
        details: ['cognito-idp:DescribeUserPool'],
        risks: ['cognito-idp:DescribeRiskConfiguration'],
      },
    },
    clients: {
      list: ['cognito-idp:ListUserPools', 'cognito-idp:ListUserPoolClients'],
      fields: { details: ['cognito-idp:DescribeUserPoolClient'] },
    },
    identityPools: {
      list: ['cognito-identity:ListIdentityPools'],
      fields: { guests: ['cognito-identity:DescribeIdentityPool'] },
    },
  },
  collect,
  checks: [
    identityPoolGuestAccessDisabled,
    userPoolAdvancedSecurityEnabled,
    userPoolBlocksCompromisedCredentialsSignInAttempts,
    userPoolBlocksPotentialMaliciousSignInAttempts,
    userPoolClientPreventUserExistenceErrors,
    userPoolClientTokenRevocationEnabled,
    userPoolDeletionProtectionEnabled,
    userPoolMfaEnabled,
    userPoolPasswordPolicyLowercase,
    userPoolPasswordPolicyMinimumLength14,
    userPoolPasswordPolicyNumber,
    userPoolPasswordPolicySymbol,
    userPoolPasswordPolicyUppercase,
    userPoolSelfRegistrationDisabled,
    userPoolTemporaryPasswordExpiration,
  ],
})
