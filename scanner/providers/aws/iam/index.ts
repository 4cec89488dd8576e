import { service } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { collect } from './collect.ts'
import administratorAccessWithMfa from './iam_administrator_access_with_mfa.ts'
import avoidRootUsage from './iam_avoid_root_usage.ts'
import awsAttachedPolicyNoAdministrativePrivileges from './iam_aws_attached_policy_no_administrative_privileges.ts'
import checkSamlProvidersSts from './iam_check_saml_providers_sts.ts'
import customerAttachedPolicyNoAdministrativePrivileges from './iam_customer_attached_policy_no_administrative_privileges.ts'
import customerUnattachedPolicyNoAdministrativePrivileges from './iam_customer_unattached_policy_no_administrative_privileges.ts'
import groupAdministratorAccessPolicy from './iam_group_administrator_access_policy.ts'
import inlinePolicyAllowsPrivilegeEscalation from './iam_inline_policy_allows_privilege_escalation.ts'
import inlinePolicyNoAdministrativePrivileges from './iam_inline_policy_no_administrative_privileges.ts'
import inlinePolicyNoFullAccessToCloudtrail from './iam_inline_policy_no_full_access_to_cloudtrail.ts'
import inlinePolicyNoFullAccessToKms from './iam_inline_policy_no_full_access_to_kms.ts'
import inlinePolicyNoWildcardMarketplaceSubscribe from './iam_inline_policy_no_wildcard_marketplace_subscribe.ts'
import noCustomPolicyPermissiveRoleAssumption from './iam_no_custom_policy_permissive_role_assumption.ts'
import noExpiredServerCertificatesStored from './iam_no_expired_server_certificates_stored.ts'
import noRootAccessKey from './iam_no_root_access_key.ts'
import passwordPolicyExpiresPasswordsWithin90DaysOrLess from './iam_password_policy_expires_passwords_within_90_days_or_less.ts'
import passwordPolicyLowercase from './iam_password_policy_lowercase.ts'
import passwordPolicyMinimumLength14 from './iam_password_policy_minimum_length_14.ts'
import passwordPolicyNumber from './iam_password_policy_number.ts'
import passwordPolicyReuse24 from './iam_password_policy_reuse_24.ts'
import passwordPolicySymbol from './iam_password_policy_symbol.ts'
import passwordPolicyUppercase from './iam_password_policy_uppercase.ts'
import policyAllowsPrivilegeEscalation from './iam_policy_allows_privilege_escalation.ts'
import policyAttachedOnlyToGroupOrRoles from './iam_policy_attached_only_to_group_or_roles.ts'
import policyCloudshellAdminNotAttached from './iam_policy_cloudshell_admin_not_attached.ts'
import policyNoFullAccessToCloudtrail from './iam_policy_no_full_access_to_cloudtrail.ts'
import policyNoFullAccessToKms from './iam_policy_no_full_access_to_kms.ts'
import policyNoWildcardMarketplaceSubscribe from './iam_policy_no_wildcard_marketplace_subscribe.ts'
import roleAdministratoraccessPolicy from './iam_role_administratoraccess_policy.ts'
import roleCrossAccountReadonlyaccessPolicy from './iam_role_cross_account_readonlyaccess_policy.ts'
import rootCredentialsManagementEnabled from './iam_root_credentials_management_enabled.ts'
import rootHardwareMfaEnabled from './iam_root_hardware_mfa_enabled.ts'
import rootMfaEnabled from './iam_root_mfa_enabled.ts'
import rotateAccessKey90Days from './iam_rotate_access_key_90_days.ts'
import securityauditRoleCreated from './iam_securityaudit_role_created.ts'
import supportRoleCreated from './iam_support_role_created.ts'
import userAccesskeyUnused from './iam_user_accesskey_unused.ts'
import userAdministratorAccessPolicy from './iam_user_administrator_access_policy.ts'
import userConsoleAccessUnused from './iam_user_console_access_unused.ts'
import userHardwareMfaEnabled from './iam_user_hardware_mfa_enabled.ts'
import userMfaEnabledConsoleAccess from './iam_user_mfa_enabled_console_access.ts'
import userNoSetupInitialAccessKey from './iam_user_no_setup_initial_access_key.ts'
import userTwoActiveAccessKey from './iam_user_two_active_access_key.ts'
import type { Iam } from './resources.ts'

const everything = ['iam:GetAccountAuthorizationDetails']
const report = ['iam:GenerateCredentialReport', 'iam:GetCredentialReport']
const holding = { list: [], fields: { holders: ['iam:ListEntitiesForPolicy'] } }
const documents = { list: everything, fields: { statements: everything } }

export default service<Iam, Aws>({
  name: 'iam',
  scope: 'global',
  kinds: {
    roots: {
      list: [],
      fields: {
        credentials: report,
        summary: ['iam:GetAccountSummary'],
        organization_features: ['iam:ListOrganizationsFeatures'],
        virtual_mfa: ['iam:ListVirtualMFADevices'],
      },
    },
    passwordPolicies: { list: [], fields: { rules: ['iam:GetAccountPasswordPolicy'] } },
    users: {
      list: everything,
      fields: { credentials: report, mfa_devices: ['iam:ListMFADevices'] },
    },
    keyHolders: { list: everything, fields: { credentials: report } },
    groups: { list: everything, fields: {} },
    roles: { list: everything, fields: { trust: everything } },
    policies: documents,
    awsPolicies: documents,
    inlinePolicies: documents,
    supportAccess: holding,
    securityAudit: holding,
    cloudShellAccess: holding,
    federations: { list: [], fields: { providers: ['iam:ListSAMLProviders'] } },
    serverCertificates: {
      list: ['iam:ListServerCertificates'],
      fields: { expires_at: ['iam:ListServerCertificates'] },
    },
  },
  collect,
  checks: [
    administratorAccessWithMfa,
    avoidRootUsage,
    awsAttachedPolicyNoAdministrativePrivileges,
    checkSamlProvidersSts,
    customerAttachedPolicyNoAdministrativePrivileges,
    customerUnattachedPolicyNoAdministrativePrivileges,
    groupAdministratorAccessPolicy,
    inlinePolicyAllowsPrivilegeEscalation,
    inlinePolicyNoAdministrativePrivileges,
    inlinePolicyNoFullAccessToCloudtrail,
    inlinePolicyNoFullAccessToKms,
    inlinePolicyNoWildcardMarketplaceSubscribe,
    noCustomPolicyPermissiveRoleAssumption,
    noExpiredServerCertificatesStored,
    noRootAccessKey,
    passwordPolicyExpiresPasswordsWithin90DaysOrLess,
    passwordPolicyLowercase,
    passwordPolicyMinimumLength14,
    passwordPolicyNumber,
    passwordPolicyReuse24,
    passwordPolicySymbol,
    passwordPolicyUppercase,
    policyAllowsPrivilegeEscalation,
    policyAttachedOnlyToGroupOrRoles,
    policyCloudshellAdminNotAttached,
    policyNoFullAccessToCloudtrail,
    policyNoFullAccessToKms,
    policyNoWildcardMarketplaceSubscribe,
    roleAdministratoraccessPolicy,
    roleCrossAccountReadonlyaccessPolicy,
    rootCredentialsManagementEnabled,
    rootHardwareMfaEnabled,
    rootMfaEnabled,
    rotateAccessKey90Days,
    securityauditRoleCreated,
    supportRoleCreated,
    userAccesskeyUnused,
    userAdministratorAccessPolicy,
    userConsoleAccessUnused,
    userHardwareMfaEnabled,
    userMfaEnabledConsoleAccess,
    userNoSetupInitialAccessKey,
    userTwoActiveAccessKey,
  ],
})
