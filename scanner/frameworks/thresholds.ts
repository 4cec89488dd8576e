/**
 * Values that requirements state, by framework and requirement: the check, the key of the scan configuration that the
 * check uses, and the least strict value with which its verdict counts for the requirement. The table contains only
 * values in the text of the requirement; a requirement that leaves the value to the organization has none.
 *
 * Sources, as of November 2026: CIS Benchmarks for AWS 1.4 to 7.0 and for Kubernetes 1.8 to 2.0.1; CIS Controls 8.1,
 * safeguards 4.3, 5.3 and 8.10; AWS Security Hub controls reference; PCI DSS 3.2.1, 8.1.4 and 10.7, and 4.0, 8.2.6 and
 * 10.5.1; FedRAMP Rev. 4 baselines, AC-2(3) and AU-11; SecNumCloud 3.2, 12.6; DISA STIG for Okta IDaaS V1R2.
 */

/** The condition on a value: at most, at least, or a list that contains these items. */
export type Need =
  | { readonly atMost: number }
  | { readonly atLeast: number }
  | { readonly includes: readonly string[] }

export interface Threshold {
  readonly check: string
  /** The key of the scan configuration. */
  readonly key: string
  readonly need: Need
}

const threshold = (check: string, key: string, need: Need): Threshold => ({ check, key, need })

const unusedKeys = (days: number): Threshold =>
  threshold('iam_user_accesskey_unused', 'max_unused_access_keys_days', { atMost: days })
const unusedPasswords = (days: number): Threshold =>
  threshold('iam_user_console_access_unused', 'max_console_access_days', { atMost: days })
const unusedCredentials = (days: number) => [unusedKeys(days), unusedPasswords(days)]
const keptLogs = (days: number): Threshold =>
  threshold(
    'cloudwatch_log_group_retention_policy_specific_days_enabled',
    'log_group_retention_days',
    { atLeast: days },
  )

const auditDays = (days: number): Threshold =>
  threshold('apiserver_audit_log_maxage_set', 'audit_log_maxage', { atLeast: days })
const auditFiles = threshold('apiserver_audit_log_maxbackup_set', 'audit_log_maxbackup', {
  atLeast: 10,
})
const auditMegabytes = threshold('apiserver_audit_log_maxsize_set', 'audit_log_maxsize', {
  atLeast: 100,
})
/** Three consecutive requirements, starting with `1.2.<first>`. */
const kubernetesAudit = (first: number) => ({
  [`1.2.${first}`]: [auditDays(30)],
  [`1.2.${first + 1}`]: [auditFiles],
  [`1.2.${first + 2}`]: [auditMegabytes],
})

const oktaIdle = threshold(
  'signon_global_session_idle_timeout_15min',
  'okta_max_session_idle_minutes',
  { atMost: 15 },
)
const oktaConsoleIdle = threshold(
  'application_admin_console_session_idle_timeout_15min',
  'okta_admin_console_idle_timeout_max_minutes',
  { atMost: 15 },
)
const oktaLifetime = threshold(
  'signon_global_session_lifetime_18h',
  'okta_max_session_lifetime_minutes',
  { atMost: 18 * 60 },
)
const oktaInactive = (days: number): Threshold =>
  threshold('user_inactivity_automation_35d_enabled', 'okta_user_inactivity_max_days', {
    atMost: days,
  })

const year = 365
const highRiskPorts =
  '20 21 22 23 25 110 135 143 445 1433 1434 3000 3306 3389 4333 5000 5432 5500 5601 8080 8088 8888 9200 9300'

type Thresholds = Readonly<Record<string, readonly Threshold[]>>

/** Keyed by the framework's id, then by the requirement's id. */
export const thresholds: Readonly<Record<string, Thresholds>> = {
  'cis_1.4_aws': { '1.12': unusedCredentials(45) },
  'cis_1.5_aws': { '1.12': unusedCredentials(45) },
  'cis_2.0_aws': { '1.12': unusedCredentials(45) },
  'cis_3.0_aws': { '1.12': unusedCredentials(45) },
  'cis_4.0_aws': { '1.12': unusedCredentials(45) },
  'cis_5.0_aws': { '1.11': unusedCredentials(45) },
  'cis_6.0_aws': { '2.11': unusedCredentials(45) },
  'cis_7.0_aws': { '2.11': unusedCredentials(45) },
  'cis_controls_8.1': {
    '4.3': [oktaIdle, oktaConsoleIdle],
    '5.3': [...unusedCredentials(45), oktaInactive(45)],
    '8.10': [keptLogs(90), auditDays(90)],
  },
  'aws_foundational_security_best_practices_1.0.0_aws': {
    'ACM.1': [
      threshold('acm_certificates_expiration_check', 'days_to_expire_threshold', { atLeast: 30 }),
    ],
    'ACM.2': [
      threshold('acm_certificates_with_secure_key_algorithms', 'insecure_key_algorithms', {
        includes: ['RSA_1024'],
      }),
    ],
    'DocumentDB.2': [
      threshold('documentdb_cluster_backup_enabled', 'minimum_backup_retention_period', {
        atLeast: 7,
      }),
    ],
    'EC2.19': [
      threshold(
        'ec2_securitygroup_allow_ingress_from_internet_to_high_risk_tcp_ports',
        'ec2_high_risk_ports',
        { includes: highRiskPorts.split(' ') },
      ),
    ],
    'EKS.8': [
      threshold('eks_control_plane_logging_all_types_enabled', 'eks_required_log_types', {
        includes: ['audit'],
      }),
    ],
    'ELB.10': [threshold('elb_is_in_multiple_az', 'elb_min_azs', { atLeast: 2 })],
    'ELB.13': [threshold('elbv2_is_in_multiple_az', 'elbv2_min_azs', { atLeast: 2 })],
    'IAM.8': unusedCredentials(90),
    'IAM.22': unusedCredentials(45),
    'Lambda.5': [threshold('awslambda_function_vpc_multi_az', 'lambda_min_azs', { atLeast: 2 })],
    'Neptune.5': [
      threshold('neptune_cluster_backup_enabled', 'minimum_backup_retention_period', {
        atLeast: 7,
      }),
    ],
  },
  'pci_3.2.1_aws': {
    '8.1.4': unusedCredentials(90),
    '10.7': [keptLogs(year)],
    '10.7.b': [keptLogs(year)],
    '10.7.c': [keptLogs(90)],
  },
  'pci_4.0_aws': {
    '8.2.6.2': [unusedKeys(90)],
    '8.2.6.3': [
      threshold('secretsmanager_secret_unused', 'max_days_secret_unused', { atMost: 90 }),
    ],
    '10.5.1.4': [keptLogs(year)],
  },
  'pci_4.0_kubernetes': { '10.5.1.4': [auditDays(year)] },
  fedramp_low_revision_4_aws: { 'au-11': [keptLogs(90)] },
  fedramp_moderate_revision_4_aws: {
    'ac-2-3': unusedCredentials(90),
    'au-11': [keptLogs(90)],
  },
  'secnumcloud_3.2_aws': { '12.6': [keptLogs(180)] },
  'prowler_threatscore_1.0_aws': { '1.1.10': unusedCredentials(45) },
  'prowler_threatscore_1.0_kubernetes': {
    '3.2.1': [auditDays(30)],
    '3.2.2': [auditFiles],
    '3.2.3': [auditMegabytes],
  },
  'cis_1.8_kubernetes': kubernetesAudit(18),
  'cis_1.10_kubernetes': kubernetesAudit(17),
  'cis_1.11_kubernetes': kubernetesAudit(17),
  'cis_1.12_kubernetes': kubernetesAudit(17),
  'cis_2.0.1_kubernetes': kubernetesAudit(17),
  okta_idaas_stig_v1r2_okta: {
    'OKTA-APP-000020': [oktaIdle],
    'OKTA-APP-000025': [oktaConsoleIdle],
    'OKTA-APP-000090': [oktaInactive(35)],
    'OKTA-APP-001665': [oktaLifetime],
  },
}
