import type { SettingRule } from '../../kit/index.ts'

const account = { is: (text: string) => /^\d{12}$/.test(text), called: 'account ids of 12 digits' }
const accountOrOrganization = {
  is: (text: string) => /^(\d{12}|o-[a-z0-9]{10,32})$/.test(text),
  called: 'account ids of 12 digits and organization ids such as o-a1b2c3d4e5',
}
const port = {
  is: (text: string) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535,
  called: 'ports from 0 to 65535, as texts',
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
      'The region where a scan signs in. Access keys of China, GovCloud or another partition work only in the regions of that partition.',
    default: '',
    text: { is: region.is, called: 'a region such as eu-west-1' },
  },
} as const

/** What the thresholds of AWS's checks mean, and which values they take. */
export const settings: Readonly<Record<string, SettingRule>> = {
  regions: { about: 'Regions that are scanned; all where the list is empty.', item: region },
  excluded_regions: { about: 'Regions that are not scanned.', item: region },
  check_rds_instance_replicas: {
    about: 'Whether read replicas have to have automatic backups of their own.',
  },
  apigateway_pqc_tls_allowed_policies: {
    about: 'Security policies of API Gateway that count as post-quantum.',
  },
  cloudfront_pqc_min_protocol_versions: {
    about: 'Minimum protocol versions of CloudFront that count as post-quantum.',
  },
  days_to_expire_threshold: {
    about: 'Days of validity that a certificate has left at least.',
    ...days,
  },
  ec2_allowed_instance_owners: {
    about: 'Owners of network interfaces, as AWS names them, that may be open to the internet.',
  },
  ec2_allowed_interface_types: {
    about: 'Types of network interfaces that may be open to the internet.',
  },
  ec2_high_risk_ports: { about: 'TCP ports that no security group opens to all.', item: port },
  enclave_sg_allow_ports: {
    about: 'Ports that a host of enclaves may open to the internet.',
    item: port,
  },
  enclave_vsock_ports: {
    about: 'Ports of hosts on which a proxy passes traffic on to an enclave.',
    item: port,
  },
  log_group_retention_days: {
    about: 'Days that a log group keeps its events at least.',
    ...days,
  },
  ecr_repository_vulnerability_minimum_severity: {
    about: 'The least severe hole that counts: LOW, MEDIUM, HIGH or CRITICAL.',
  },
  eks_cluster_oldest_version_supported: {
    about:
      'The oldest version of Kubernetes that clusters may run, such as 1.33; empty: what EKS supports as standard.',
  },
  eks_required_log_types: {
    about: 'Kinds of control plane logs that clusters write.',
  },
  elb_min_azs: {
    about: 'Availability zones that a Classic Load Balancer has at least.',
    ...zones,
  },
  elbv2_listener_pqc_tls_allowed_policies: {
    about: 'Security policies of load balancers that count as post-quantum.',
  },
  elbv2_min_azs: {
    about: 'Availability zones that a load balancer has at least.',
    ...zones,
  },
  fargate_linux_latest_version: {
    about: 'The latest platform version of Fargate for Linux.',
  },
  fargate_windows_latest_version: {
    about: 'The latest platform version of Fargate for Windows.',
  },
  insecure_key_algorithms: {
    about: 'Algorithms of keys, as ACM names them, that certificates must not have.',
  },
  lambda_min_azs: {
    about: 'Availability zones in which a function in a VPC has subnets, at least.',
    ...zones,
  },
  excluded_sensitive_environment_variables: {
    about: 'Names of variables of build projects that are called like a secret and are none.',
  },
  max_backup_recovery_points: { about: 'Recovery points of a region that are looked at.' },
  max_cloudwatch_log_groups: { about: 'Log groups of a region that are looked at.' },
  max_codeartifact_packages: { about: 'Packages of CodeArtifact of a region that are looked at.' },
  max_console_access_days: {
    about: 'Days without a sign-in after which a password counts as unused.',
    ...days,
  },
  max_days_secret_unrotated: {
    about: 'Days after which a secret should have been rotated.',
    ...days,
  },
  max_days_secret_unused: {
    about: 'Days without being read after which a secret counts as unused.',
    ...days,
  },
  max_ebs_snapshots: { about: 'EBS snapshots of a region that are looked at.' },
  max_ec2_instance_age_in_days: { about: 'Days that an instance may run.', ...days },
  max_ec2_instance_stopped_days: { about: 'Days that an instance may stay stopped.', ...days },
  max_ecs_task_definitions: {
    about: 'Task definitions of ECS of a region that are looked at.',
  },
  max_lambda_functions: {
    about: 'Functions of Lambda of a region that are looked at.',
  },
  max_security_group_rules: {
    about: 'Rules that a security group may have in each direction.',
    whole: true,
    min: 0,
    max: 10_000,
  },
  max_unused_access_keys_days: {
    about: 'Days without use after which an access key counts as unused.',
    ...days,
  },
  minimum_backup_retention_period: {
    about: 'Days that automatic backups of DocumentDB and Neptune have to be kept.',
  },
  minimum_snapshot_retention_period: {
    about: 'Days for which the backups of a cache should be kept.',
    whole: true,
    min: 1,
    max: 35,
  },
  organizations_trusted_delegated_administrators: {
    about: 'Accounts that may administer a service for a whole organisation.',
    item: account,
  },
  obsolete_lambda_runtimes: {
    about: 'Runtimes of Lambda that AWS no longer maintains.',
  },
  secrets_ignore_patterns: {
    about: 'Names of variables that are not judged; * is any text.',
  },
  trusted_account_ids: {
    about: 'Accounts and whole organizations that may be let in as if they were your own.',
    item: accountOrOrganization,
  },
}
