/**
 * Corrections of the facts that write-frameworks.ts reads: check ids that no longer exist or were misspelled, ids of
 * requirements that name two of them, and checks that a requirement lacks.
 */
import type { FrameworkFacts } from './framework-table.ts'

/** The current id of a check by its id in the facts; null if no check replaces it. By provider type. */
const successors: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  aws: {
    backup_recovery_point_manual_deletion_disabled: null,
    backup_recovery_point_minimum_retention_days: null,
    cloudwatch_log_group_no_critical_pii_in_logs: null,
    codebuild_project_artifact_encryption: null,
    codebuild_project_envvar_awscred_check: 'codebuild_project_no_secrets_in_variables',
    codebuild_project_source_repo_url_check:
      'codebuild_project_source_repo_url_no_sensitive_credentials',
    dax_cluster_encryption_enabled: 'dynamodb_accelerator_cluster_encryption_enabled',
    dynamodb_table_encryption_enabled: 'dynamodb_tables_kms_cmk_encryption_enabled',
    dynamodb_table_encryption_uses_cmks: 'dynamodb_tables_kms_cmk_encryption_enabled',
    dynamodb_tables_deletion_protection_enabled: 'dynamodb_table_deletion_protection_enabled',
    ebs_volume_encryption_enabled: 'ec2_ebs_volume_encryption',
    ec2_instance_ebs_optimized: null,
    ecr_repositories_scan_on_push_enabled: 'ecr_registry_scan_images_on_push_enabled',
    eks_cluster_control_plane_audit_logging_enabled: 'eks_control_plane_logging_all_types_enabled',
    eks_cluster_envelope_encryption_enabled: 'eks_cluster_kms_cmk_encryption_in_secrets_enabled',
    eks_endpoints_not_publicly_accessible: 'eks_cluster_not_publicly_accessible',
    elasticache_redis_cluster_encryption_at_rest_enabled:
      'elasticache_redis_cluster_rest_encryption_enabled',
    elasticache_redis_cluster_encryption_at_transit_enabled:
      'elasticache_redis_cluster_in_transit_encryption_enabled',
    elbv2_alb_multi_az_scheme: 'elbv2_is_in_multiple_az',
    fsx_file_system_copy_tags_to_backups: 'fsx_file_system_copy_tags_to_backups_enabled',
    fsx_file_system_encryption_at_rest_enabled: null,
    guardduty_eks_protection_enabled: 'guardduty_eks_audit_log_enabled',
    guardduty_malware_protection_enabled: 'guardduty_ec2_malware_protection_enabled',
    kms_cmk_not_scheduled_for_deletion: 'kms_cmk_not_deleted_unintentionally',
    rds_instance_backup_retention_policy: 'rds_instance_backup_enabled',
    rds_instance_storage_encrypted_with_cmk: 'rds_instance_storage_encrypted',
    redshift_cluster_encryption_at_rest: 'redshift_cluster_encrypted_at_rest',
    redshift_cluster_encryption_in_transit: 'redshift_cluster_in_transit_encryption_enabled',
    resourceexplorer_indexes_found: 'resourceexplorer2_indexes_found',
    s3_bucket_enforces_ssl: 's3_bucket_secure_transport_policy',
    s3_bucket_server_side_encryption_enabled: 's3_bucket_default_encryption',
    sqs_queue_server_side_encryption_enabled: 'sqs_queues_server_side_encryption_enabled',
    ssm_managed_instance_compliance_association_compliant: null,
    ssm_managed_instance_compliance_patch_compliant: 'ssm_managed_compliant_patching',
    vpc_default_security_group_closed: 'ec2_securitygroup_default_restrict_traffic',
    vpc_default_security_group_restricts_traffic: 'ec2_securitygroup_default_restrict_traffic',
    vpc_peering_connection_routing_tables_with_least_privilege:
      'vpc_peering_routing_tables_with_least_privilege',
    vpc_subnet_auto_assign_public_ip_disabled: 'vpc_subnet_no_public_ip_by_default',
    wafv2_web_acl_logging_enabled: 'wafv2_webacl_logging_enabled',
  },
  azure: {
    entra_conditional_access_policy_require_mfa_for_management_app:
      'entra_conditional_access_policy_require_mfa_for_management_api',
  },
  gcp: {
    bigquery_dataset_cmek_encryption: 'bigquery_dataset_cmk_encryption',
    cloudsql_instance_automatic_backups_enabled: 'cloudsql_instance_automated_backups',
    cloudsql_instance_encryption_enabled: 'cloudsql_instance_cmek_encryption_enabled',
    cloudsql_instance_point_in_time_recovery_enabled: null,
    cloudsql_instance_ssl_required: 'cloudsql_instance_ssl_connections',
    cloudstorage_bucket_encryption: null,
    cloudstorage_bucket_object_versioning: 'cloudstorage_bucket_versioning_enabled',
    cloudstorage_bucket_uniform_access: 'cloudstorage_bucket_uniform_bucket_level_access',
    compute_disk_encryption_enabled: 'compute_instance_encryption_with_csek_enabled',
    compute_disk_snapshot_encryption_enabled: null,
    compute_firewall_rdp_access_from_internet_restricted:
      'compute_firewall_rdp_access_from_the_internet_allowed',
    compute_firewall_ssh_access_from_internet_restricted:
      'compute_firewall_ssh_access_from_the_internet_allowed',
    compute_network_legacy_network_not_used: 'compute_network_not_legacy',
    essentialcontacts_security_contacts_configured:
      'iam_organization_essential_contacts_configured',
    gke_cluster_master_authorized_networks_enabled: null,
    gke_cluster_private_cluster_enabled: null,
    gke_cluster_stackdriver_logging_enabled: null,
    iam_sa_no_user_managed_keysiam_sa_no_user_managed_keys: 'iam_sa_no_user_managed_keys',
    pubsub_topic_encryption_with_cmk: null,
    securitycenter_security_health_analytics_enabled: null,
  },
  m365: {
    defender_identity_health_issues_no_open: 'defenderidentity_health_issues_no_open',
    entra_admin_account_cloud_only: 'entra_admin_users_cloud_only',
    entra_admin_portals_role_limited_access: 'entra_admin_portals_access_restriction',
  },
}

/** The id of a second requirement that has the id of the first in the facts: by framework, then by that id. */
const secondIds: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'cis_5.0_aws': { '1.1': '1.10' }, // a number written as a decimal loses its last zero
  'nist_csf_1.1_aws': { rp_1: 'rc_rp_1' }, // RS.RP-1 and RC.RP-1
}

/** Checks that a requirement lacks: by framework, then by requirement. */
const lacking: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  aws_foundational_security_best_practices_aws: { 'IAM.9': ['iam_root_mfa_enabled'] },
}

/** An id in the facts may have spaces around it, or be several ids with spaces between them. */
const currentIds = (provider: string, ids: readonly string[]): readonly string[] =>
  ids
    .flatMap((text) => text.trim().split(/\s+/))
    .flatMap((id) => {
      const current = successors[provider]?.[id]
      return current === undefined ? id : (current ?? [])
    })

/** Returns the facts of a framework with the corrections. */
export function corrected(facts: FrameworkFacts): FrameworkFacts {
  const seen = new Set<string>()
  const requirements = facts.requirements.map((one) => {
    const second = seen.has(one.id) ? secondIds[facts.id]?.[one.id] : undefined
    seen.add(one.id)
    const id = second ?? one.id
    const more = lacking[facts.id]?.[id] ?? []
    const checks = Array.isArray(one.checks)
      ? currentIds(facts.provider, [...(one.checks as readonly string[]), ...more])
      : Object.fromEntries(
          Object.entries(one.checks as Readonly<Record<string, readonly string[]>>).map(
            ([provider, ids]) => [provider, currentIds(provider, ids)],
          ),
        )
    return { ...one, id, checks }
  })
  return { ...facts, requirements }
}
