/**
 * Kinds of resources that have a separate cap, each with a check that looks at several of them in one region of the
 * demo account.
 */
export const caps = [
  {
    what: 'snapshots',
    key: 'max_ebs_snapshots',
    service: 'ec2',
    check: 'ec2_ebs_snapshots_encrypted',
  },
  {
    what: 'recovery points',
    key: 'max_backup_recovery_points',
    service: 'backup',
    check: 'backup_recovery_point_encrypted',
  },
  {
    what: 'log groups',
    key: 'max_cloudwatch_log_groups',
    service: 'cloudwatch',
    check: 'cloudwatch_log_group_kms_encryption_enabled',
  },
  {
    what: 'functions',
    key: 'max_lambda_functions',
    service: 'awslambda',
    check: 'awslambda_function_using_supported_runtimes',
  },
  {
    what: 'task definitions',
    key: 'max_ecs_task_definitions',
    service: 'ecs',
    check: 'ecs_task_definitions_no_privileged_containers',
  },
  {
    what: 'packages',
    key: 'max_codeartifact_packages',
    service: 'codeartifact',
    check: 'codeartifact_packages_external_public_publishing_disabled',
  },
] as const
