/** Expected results for monitoring and logging, which `guards.py` creates. */
import { differs, type Table } from './expected.ts'

export const guards: Table = {
  kms_cmk_not_deleted_unintentionally: {
    'key/good-key': 'PASS',
    'key/bad-key': 'PASS',
  },
  kms_cmk_rotation_enabled: {
    'key/good-key': 'PASS',
    'key/bad-key': 'FAIL',
  },
  kms_key_not_publicly_accessible: {
    'key/good-key': 'PASS',
    'key/bad-key': 'FAIL',
  },
  cloudwatch_alarm_actions_alarm_state_configured: {
    'alarm:good-alarm': 'PASS',
    'alarm:bad-alarm': 'FAIL',
  },
  cloudwatch_alarm_actions_enabled: {
    'alarm:good-alarm': 'PASS',
    'alarm:bad-alarm': 'FAIL',
  },
  cloudwatch_changes_to_network_acls_alarm_configured: {
    account: 'FAIL',
  },
  cloudwatch_changes_to_network_gateways_alarm_configured: {
    account: 'FAIL',
  },
  cloudwatch_changes_to_network_route_tables_alarm_configured: {
    account: 'FAIL',
  },
  cloudwatch_changes_to_vpcs_alarm_configured: {
    account: 'FAIL',
  },
  cloudwatch_cross_account_sharing_disabled: {
    account: 'PASS',
  },
  cloudwatch_log_group_kms_encryption_enabled: {
    'log-group:/aws/lambda/good-function': 'FAIL',
    'log-group:/aws/route53/good': 'FAIL',
    'log-group:good-group': 'PASS',
    'log-group:bad-group': 'FAIL',
  },
  cloudwatch_log_group_not_publicly_accessible: {
    'log-group:/aws/lambda/good-function': 'PASS',
    'log-group:/aws/route53/good': 'PASS',
    'log-group:good-group': 'PASS',
    'log-group:bad-group': 'PASS',
  },
  cloudwatch_log_group_retention_policy_specific_days_enabled: {
    'log-group:/aws/lambda/good-function': 'PASS',
    'log-group:/aws/route53/good': 'PASS',
    'log-group:good-group': 'PASS',
    'log-group:bad-group': 'FAIL',
  },
  cloudwatch_log_metric_filter_and_alarm_for_aws_config_configuration_changes_enabled: {
    account: 'FAIL',
  },
  cloudwatch_log_metric_filter_and_alarm_for_cloudtrail_configuration_changes_enabled: {
    account: 'FAIL',
  },
  cloudwatch_log_metric_filter_authentication_failures: {
    account: 'FAIL',
  },
  cloudwatch_log_metric_filter_aws_organizations_changes: {
    account: 'FAIL',
  },
  cloudwatch_log_metric_filter_disable_or_scheduled_deletion_of_kms_cmk: {
    account: 'FAIL',
  },
  cloudwatch_log_metric_filter_for_s3_bucket_policy_changes: {
    account: 'FAIL',
  },
  cloudwatch_log_metric_filter_policy_changes: {
    account: 'FAIL',
  },
  cloudwatch_log_metric_filter_root_usage: {
    account: 'FAIL',
  },
  cloudwatch_log_metric_filter_security_group_changes: {
    account: 'FAIL',
  },
  cloudwatch_log_metric_filter_sign_in_without_mfa: {
    account: 'FAIL',
  },
  cloudwatch_log_metric_filter_unauthorized_api_calls: {
    account: 'FAIL',
  },
  cloudtrail_bucket_requires_mfa_delete: {
    'trail/good-trail': differs(
      'FAIL',
      'gap broken_answer s3:GetBucketVersioning',
      'moto names the root of this answer otherwise than AWS.',
    ),
    'trail/bad-trail': differs(
      'FAIL',
      'gap broken_answer s3:GetBucketVersioning',
      'moto names the root of this answer otherwise than AWS.',
    ),
  },
  cloudtrail_cloudwatch_logging_enabled: {
    'trail/good-trail': 'FAIL',
    'trail/bad-trail': 'FAIL',
  },
  cloudtrail_insights_exist: {
    'trail/good-trail': differs(
      'FAIL',
      'gap broken_answer cloudtrail:GetInsightSelectors',
      'moto answers a trail without insights with no error.',
    ),
    'trail/bad-trail': differs(
      'FAIL',
      'gap broken_answer cloudtrail:GetInsightSelectors',
      'moto answers a trail without insights with no error.',
    ),
  },
  cloudtrail_kms_encryption_enabled: {
    'trail/good-trail': 'PASS',
    'trail/bad-trail': 'FAIL',
  },
  cloudtrail_log_file_validation_enabled: {
    'trail/good-trail': 'PASS',
    'trail/bad-trail': 'FAIL',
  },
  cloudtrail_logs_s3_bucket_access_logging_enabled: {
    'trail/good-trail': 'FAIL',
    'trail/bad-trail': 'FAIL',
  },
  cloudtrail_logs_s3_bucket_is_not_publicly_accessible: {
    'trail/good-trail': 'PASS',
    'trail/bad-trail': 'PASS',
  },
  cloudtrail_multi_region_enabled: {
    trail: 'PASS',
    'eu-west-1 trail': differs(
      'PASS',
      'gap TrailNotFoundException cloudtrail:GetEventSelectors',
      'moto finds no trail of another region by its ARN.',
    ),
  },
  cloudtrail_multi_region_enabled_logging_management_events: {
    trail: 'PASS',
    'eu-west-1 trail': differs(
      'PASS',
      'gap TrailNotFoundException cloudtrail:GetEventSelectors',
      'moto finds no trail of another region by its ARN.',
    ),
  },
  cloudtrail_s3_dataevents_read_enabled: {
    account: 'FAIL',
  },
  cloudtrail_s3_dataevents_write_enabled: {
    account: 'FAIL',
  },
  config_recorder_all_regions_enabled: {
    recorder: 'PASS',
    'eu-west-1 recorder': 'FAIL',
  },
  config_recorder_using_aws_service_role: {
    'configuration-recorder/default': 'PASS',
    'eu-west-1 configuration-recorder/default': 'FAIL',
  },
  guardduty_centrally_managed: {
    detector: differs('FAIL', 'gap http_404 guardduty:ListMembers', 'moto has no members.'),
  },
  guardduty_is_enabled: {
    detector: 'PASS',
    'eu-west-1 detector': 'FAIL',
  },
  guardduty_no_high_severity_findings: {
    detector: differs(
      'PASS',
      'gap http_404 guardduty:ListFindings',
      'moto has no list of findings.',
    ),
  },
  guardduty_rds_protection_enabled: {
    detector: 'FAIL',
  },
  guardduty_s3_protection_enabled: {
    detector: 'PASS',
  },
  macie_automated_sensitive_data_discovery_enabled: {
    session: differs(
      'PASS',
      'gap http_404 macie2:GetAutomatedDiscoveryConfiguration',
      'moto knows no automated discovery.',
    ),
    'eu-west-1 session': differs(
      'none',
      'gap ResourceNotFoundException macie2:GetMacieSession',
      'moto has an error of its own where Macie is off.',
    ),
  },
  macie_is_enabled: {
    session: 'PASS',
    'eu-west-1 session': differs(
      'FAIL',
      'gap ResourceNotFoundException macie2:GetMacieSession',
      'moto has an error of its own where Macie is off.',
    ),
  },
  securityhub_enabled: {
    'hub/default': differs(
      'PASS',
      'gap http_404 securityhub:*',
      'moto has neither standards nor products.',
    ),
    'eu-west-1 hub/default': 'FAIL',
  },
  organizations_account_part_of_organizations: {
    account: 'PASS',
  },
  organizations_delegated_administrators: {
    account: 'PASS',
  },
  account_maintain_current_contact_details: {
    root: differs(
      'MANUAL',
      'gap http_404 account:GetContactInformation',
      'moto knows no primary contact.',
    ),
  },
  account_maintain_different_contact_details_to_security_billing_and_operations: {
    root: differs(
      'FAIL',
      'gap http_404 account:GetContactInformation',
      'moto knows no primary contact.',
    ),
  },
  account_security_contact_information_is_registered: {
    root: 'MANUAL',
  },
  account_security_questions_are_registered_in_the_aws_account: {
    root: 'MANUAL',
  },
  ssm_documents_set_as_public: {
    'document/good-document': 'PASS',
    'document/bad-document': 'FAIL',
  },
  ssm_managed_compliant_patching: {
    list: differs(
      'none',
      'gap http_500 ssm:ListResourceComplianceSummaries',
      'moto has no summaries of compliance.',
    ),
    'eu-west-1 list': differs(
      'none',
      'gap http_500 ssm:ListResourceComplianceSummaries',
      'moto has no summaries of compliance.',
    ),
  },
  backup_plans_exist: {
    backups: 'PASS',
  },
  backup_recovery_point_encrypted: {
    list: differs(
      'none',
      'gap http_404 backup:ListRecoveryPointsByBackupVault',
      'moto has no list of recovery points.',
    ),
  },
  backup_reportplans_exist: {
    backups: 'FAIL',
  },
  backup_vaults_encrypted: {
    'backup-vault:good-vault': 'PASS',
    'backup-vault:bad-vault': 'FAIL',
  },
  cognito_identity_pool_guest_access_disabled: {
    'identitypool/good-identities': 'PASS',
    'identitypool/bad-identities': 'FAIL',
  },
  cognito_user_pool_advanced_security_enabled: {
    'userpool/good-pool': 'PASS',
    'userpool/bad-pool': 'FAIL',
  },
  cognito_user_pool_blocks_compromised_credentials_sign_in_attempts: {
    'userpool/good-pool': differs(
      'FAIL',
      'gap http_500 cognito-idp:DescribeRiskConfiguration',
      'moto has no risk configuration.',
    ),
    'userpool/bad-pool': differs(
      'FAIL',
      'gap http_500 cognito-idp:DescribeRiskConfiguration',
      'moto has no risk configuration.',
    ),
  },
  cognito_user_pool_blocks_potential_malicious_sign_in_attempts: {
    'userpool/good-pool': differs(
      'FAIL',
      'gap http_500 cognito-idp:DescribeRiskConfiguration',
      'moto has no risk configuration.',
    ),
    'userpool/bad-pool': differs(
      'FAIL',
      'gap http_500 cognito-idp:DescribeRiskConfiguration',
      'moto has no risk configuration.',
    ),
  },
  cognito_user_pool_client_prevent_user_existence_errors: {
    'userpool-client/good-pool/good-client': 'PASS',
    'userpool-client/bad-pool/bad-client': 'FAIL',
  },
  cognito_user_pool_client_token_revocation_enabled: {
    'userpool-client/good-pool/good-client': 'PASS',
    'userpool-client/bad-pool/bad-client': 'FAIL',
  },
  cognito_user_pool_deletion_protection_enabled: {
    'userpool/good-pool': 'PASS',
    'userpool/bad-pool': differs(
      'FAIL',
      'gap broken_answer cognito-idp:DescribeUserPool',
      'moto leaves deletion protection out where nobody set it.',
    ),
  },
  cognito_user_pool_mfa_enabled: {
    'userpool/good-pool': 'PASS',
    'userpool/bad-pool': 'FAIL',
  },
  cognito_user_pool_password_policy_lowercase: {
    'userpool/good-pool': 'PASS',
    'userpool/bad-pool': 'FAIL',
  },
  cognito_user_pool_password_policy_minimum_length_14: {
    'userpool/good-pool': 'PASS',
    'userpool/bad-pool': 'FAIL',
  },
  cognito_user_pool_password_policy_number: {
    'userpool/good-pool': 'PASS',
    'userpool/bad-pool': 'FAIL',
  },
  cognito_user_pool_password_policy_symbol: {
    'userpool/good-pool': 'PASS',
    'userpool/bad-pool': 'FAIL',
  },
  cognito_user_pool_password_policy_uppercase: {
    'userpool/good-pool': 'PASS',
    'userpool/bad-pool': 'FAIL',
  },
  cognito_user_pool_self_registration_disabled: {
    'userpool/good-pool': 'PASS',
    'userpool/bad-pool': 'FAIL',
  },
  cognito_user_pool_temporary_password_expiration: {
    'userpool/good-pool': 'PASS',
    'userpool/bad-pool': 'FAIL',
  },
  accessanalyzer_enabled: {
    analyzers: differs(
      'FAIL',
      'gap http_500 access-analyzer:ListAnalyzers',
      'moto has no Access Analyzer.',
    ),
    'eu-west-1 analyzers': differs(
      'FAIL',
      'gap http_500 access-analyzer:ListAnalyzers',
      'moto has no Access Analyzer.',
    ),
  },
  accessanalyzer_enabled_without_findings: {
    list: differs(
      'none',
      'gap http_500 access-analyzer:ListAnalyzers',
      'moto has no Access Analyzer.',
    ),
    'eu-west-1 list': differs(
      'none',
      'gap http_500 access-analyzer:ListAnalyzers',
      'moto has no Access Analyzer.',
    ),
  },
}
