import type { SettingRule } from '../../kit/index.ts'

const account = { is: (text: string) => /^\d{12}$/.test(text), called: '12-digit account IDs' }
const accountOrOrganization = {
  is: (text: string) => /^(\d{12}|o-[a-z0-9]{10,32})$/.test(text),
  called: '12-digit account IDs and organization IDs such as o-a1b2c3d4e5',
}
const port = {
  is: (text: string) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535,
  called: 'ports from 0 to 65535, as strings',
}
const region = {
  is: (text: string) => /^[a-z]{2,4}(-[a-z]+)+-\d+$/.test(text),
  called: 'regions such as eu-west-1',
}
const zones = { whole: true, min: 1, max: 10 }
const days = { whole: true, min: 0, max: 36_500 }

/** The keys of a scan configuration that are read when a scan or a connection test signs in to an account. */
export const signInKeys = {
  home_region: {
    about:
      'Region in which the scan signs in. Access keys for China, GovCloud or another partition work only in the regions of that partition.',
    default: '',
    text: { is: region.is, called: 'a region such as eu-west-1' },
  },
} as const

/** The meaning of the thresholds of AWS checks, and their accepted values. */
export const settings: Readonly<Record<string, SettingRule>> = {
  regions: { about: 'Regions to scan. An empty list means all regions.', item: region },
  excluded_regions: { about: 'Regions to exclude.', item: region },
  check_rds_instance_replicas: {
    about: 'Whether read replicas must also have automatic backups.',
  },
  apigateway_pqc_tls_allowed_policies: {
    about: 'API Gateway security policies that count as post-quantum.',
  },
  cloudfront_pqc_min_protocol_versions: {
    about: 'CloudFront minimum protocol versions that count as post-quantum.',
  },
  days_to_expire_threshold: {
    about: 'Minimum days until a certificate expires.',
    ...days,
  },
  ec2_allowed_instance_owners: {
    about:
      'Owners of network interfaces, as named by AWS, whose interfaces can be open to the internet.',
  },
  ec2_allowed_interface_types: {
    about: 'Types of network interfaces that can be open to the internet.',
  },
  ec2_high_risk_ports: {
    about: 'TCP ports that security groups must not open to the internet.',
    item: port,
  },
  enclave_sg_allow_ports: {
    about: 'Ports that an enclave parent instance can open to the internet.',
    item: port,
  },
  enclave_vsock_ports: {
    about: 'Ports of the parent instance on which a proxy forwards traffic to an enclave.',
    item: port,
  },
  log_group_retention_days: {
    about: 'Minimum days that a log group retains its events.',
    ...days,
  },
  ecr_repository_vulnerability_minimum_severity: {
    about: 'Minimum severity of a vulnerability that counts: LOW, MEDIUM, HIGH or CRITICAL.',
  },
  eks_cluster_oldest_version_supported: {
    about:
      'Oldest Kubernetes version that clusters can run, such as 1.33. If empty, the versions in EKS standard support.',
  },
  eks_required_log_types: {
    about: 'Control plane log types that clusters must enable.',
  },
  elb_min_azs: {
    about: 'Minimum Availability Zones of a Classic Load Balancer.',
    ...zones,
  },
  elbv2_listener_pqc_tls_allowed_policies: {
    about: 'Load balancer security policies that count as post-quantum.',
  },
  elbv2_min_azs: {
    about: 'Minimum Availability Zones of a load balancer.',
    ...zones,
  },
  fargate_linux_latest_version: {
    about: 'Latest Fargate platform version for Linux.',
  },
  fargate_windows_latest_version: {
    about: 'Latest Fargate platform version for Windows.',
  },
  insecure_key_algorithms: {
    about: 'Key algorithms, as named by ACM, that certificates must not use.',
  },
  lambda_min_azs: {
    about: 'Minimum Availability Zones in which a Lambda function in a VPC has subnets.',
    ...zones,
  },
  excluded_sensitive_environment_variables: {
    about: 'Names of build project variables that look like a secret but are not one.',
  },
  max_backup_recovery_points: { about: 'Maximum recovery points to read per region.' },
  max_cloudwatch_log_groups: { about: 'Maximum log groups to read per region.' },
  max_codeartifact_packages: { about: 'Maximum CodeArtifact packages to read per region.' },
  max_console_access_days: {
    about: 'Days without a sign-in after which a console password counts as unused.',
    ...days,
  },
  max_days_secret_unrotated: {
    about: 'Maximum days between rotations of a secret.',
    ...days,
  },
  max_days_secret_unused: {
    about: 'Days without a read after which a secret counts as unused.',
    ...days,
  },
  max_ebs_snapshots: { about: 'Maximum EBS snapshots to read per region.' },
  max_ec2_instance_age_in_days: { about: 'Maximum days that an instance can run.', ...days },
  max_ec2_instance_stopped_days: {
    about: 'Maximum days that an instance can stay stopped.',
    ...days,
  },
  max_ecs_task_definitions: {
    about: 'Maximum ECS task definitions to read per region.',
  },
  max_lambda_functions: {
    about: 'Maximum Lambda functions to read per region.',
  },
  max_security_group_rules: {
    about: 'Maximum rules of a security group in each direction.',
    whole: true,
    min: 0,
    max: 10_000,
  },
  max_unused_access_keys_days: {
    about: 'Days without use after which an access key counts as unused.',
    ...days,
  },
  minimum_backup_retention_period: {
    about: 'Minimum days that automatic backups of DocumentDB and Neptune are retained.',
  },
  minimum_snapshot_retention_period: {
    about: 'Minimum days that the backups of a cache are retained.',
    whole: true,
    min: 1,
    max: 35,
  },
  organizations_trusted_delegated_administrators: {
    about: 'Accounts that can be delegated administrators of services in the organization.',
    item: account,
  },
  obsolete_lambda_runtimes: {
    about: 'Lambda runtimes that AWS no longer supports.',
  },
  secrets_ignore_patterns: {
    about: 'Names of variables to ignore; * matches any text.',
  },
  trusted_account_ids: {
    about:
      'Trusted accounts and organizations. Their access is treated like access from your own accounts.',
    item: accountOrOrganization,
  },
}
