import { service } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import centrallyManaged from './guardduty_centrally_managed.ts'
import ec2MalwareProtectionEnabled from './guardduty_ec2_malware_protection_enabled.ts'
import eksAuditLogEnabled from './guardduty_eks_audit_log_enabled.ts'
import eksRuntimeMonitoringEnabled from './guardduty_eks_runtime_monitoring_enabled.ts'
import isEnabled from './guardduty_is_enabled.ts'
import lambdaProtectionEnabled from './guardduty_lambda_protection_enabled.ts'
import noHighSeverityFindings from './guardduty_no_high_severity_findings.ts'
import rdsProtectionEnabled from './guardduty_rds_protection_enabled.ts'
import s3ProtectionEnabled from './guardduty_s3_protection_enabled.ts'
import { collect } from './collect.ts'
import type { GuardDuty } from './resources.ts'

export default service<GuardDuty, Aws>({
  name: 'guardduty',
  scope: 'regional',
  kinds: {
    regions: {
      list: [],
      fields: {
        detector: ['guardduty:ListDetectors', 'guardduty:GetDetector'],
        severe: ['guardduty:ListDetectors', 'guardduty:ListFindings'],
        management: [
          'guardduty:ListDetectors',
          'guardduty:GetAdministratorAccount',
          'guardduty:ListMembers',
        ],
      },
    },
  },
  collect,
  checks: [
    centrallyManaged,
    ec2MalwareProtectionEnabled,
    eksAuditLogEnabled,
    eksRuntimeMonitoringEnabled,
    isEnabled,
    lambdaProtectionEnabled,
    noHighSeverityFindings,
    rdsProtectionEnabled,
    s3ProtectionEnabled,
  ],
})
