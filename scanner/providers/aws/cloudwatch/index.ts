import { service } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import alarmActionsAlarmStateConfigured from './cloudwatch_alarm_actions_alarm_state_configured.ts'
import alarmActionsEnabled from './cloudwatch_alarm_actions_enabled.ts'
import changesToNetworkAclsAlarmConfigured from './cloudwatch_changes_to_network_acls_alarm_configured.ts'
import changesToNetworkGatewaysAlarmConfigured from './cloudwatch_changes_to_network_gateways_alarm_configured.ts'
import changesToNetworkRouteTablesAlarmConfigured from './cloudwatch_changes_to_network_route_tables_alarm_configured.ts'
import changesToVpcsAlarmConfigured from './cloudwatch_changes_to_vpcs_alarm_configured.ts'
import crossAccountSharingDisabled from './cloudwatch_cross_account_sharing_disabled.ts'
import logGroupKmsEncryptionEnabled from './cloudwatch_log_group_kms_encryption_enabled.ts'
import logGroupNotPubliclyAccessible from './cloudwatch_log_group_not_publicly_accessible.ts'
import logGroupRetentionPolicySpecificDaysEnabled from './cloudwatch_log_group_retention_policy_specific_days_enabled.ts'
import logMetricFilterAndAlarmForAwsConfigConfigurationChangesEnabled from './cloudwatch_log_metric_filter_and_alarm_for_aws_config_configuration_changes_enabled.ts'
import logMetricFilterAndAlarmForCloudtrailConfigurationChangesEnabled from './cloudwatch_log_metric_filter_and_alarm_for_cloudtrail_configuration_changes_enabled.ts'
import logMetricFilterAuthenticationFailures from './cloudwatch_log_metric_filter_authentication_failures.ts'
import logMetricFilterAwsOrganizationsChanges from './cloudwatch_log_metric_filter_aws_organizations_changes.ts'
import logMetricFilterDisableOrScheduledDeletionOfKmsCmk from './cloudwatch_log_metric_filter_disable_or_scheduled_deletion_of_kms_cmk.ts'
import logMetricFilterForS3BucketPolicyChanges from './cloudwatch_log_metric_filter_for_s3_bucket_policy_changes.ts'
import logMetricFilterPolicyChanges from './cloudwatch_log_metric_filter_policy_changes.ts'
import logMetricFilterRootUsage from './cloudwatch_log_metric_filter_root_usage.ts'
import logMetricFilterSecurityGroupChanges from './cloudwatch_log_metric_filter_security_group_changes.ts'
import logMetricFilterSignInWithoutMfa from './cloudwatch_log_metric_filter_sign_in_without_mfa.ts'
import logMetricFilterUnauthorizedApiCalls from './cloudwatch_log_metric_filter_unauthorized_api_calls.ts'
import { collect } from './collect.ts'
import type { CloudWatch } from './resources.ts'

export default service<CloudWatch, Aws>({
  name: 'cloudwatch',
  scope: 'regional',
  kinds: {
    accounts: {
      list: [],
      fields: {
        trail_alarms: [
          'cloudtrail:DescribeTrails',
          'cloudtrail:GetEventSelectors',
          'cloudtrail:GetTrailStatus',
          'cloudwatch:DescribeAlarms',
          'logs:DescribeMetricFilters',
          'sns:GetTopicAttributes',
          'sns:ListSubscriptionsByTopic',
        ],
        sharing_role: ['iam:GetRole'],
      },
    },
    logGroups: {
      list: ['logs:DescribeLogGroups'],
      fields: { policy: ['logs:DescribeResourcePolicies'] },
      cap: 'max_cloudwatch_log_groups',
    },
    alarms: { list: ['cloudwatch:DescribeAlarms'], fields: {} },
  },
  collect,
  checks: [
    alarmActionsAlarmStateConfigured,
    alarmActionsEnabled,
    changesToNetworkAclsAlarmConfigured,
    changesToNetworkGatewaysAlarmConfigured,
    changesToNetworkRouteTablesAlarmConfigured,
    changesToVpcsAlarmConfigured,
    crossAccountSharingDisabled,
    logGroupKmsEncryptionEnabled,
    logGroupNotPubliclyAccessible,
    logGroupRetentionPolicySpecificDaysEnabled,
    logMetricFilterAndAlarmForAwsConfigConfigurationChangesEnabled,
    logMetricFilterAndAlarmForCloudtrailConfigurationChangesEnabled,
    logMetricFilterAuthenticationFailures,
    logMetricFilterAwsOrganizationsChanges,
    logMetricFilterDisableOrScheduledDeletionOfKmsCmk,
    logMetricFilterForS3BucketPolicyChanges,
    logMetricFilterPolicyChanges,
    logMetricFilterRootUsage,
    logMetricFilterSecurityGroupChanges,
    logMetricFilterSignInWithoutMfa,
    logMetricFilterUnauthorizedApiCalls,
  ],
})
