/** Expected results for data stores, which `data.py` creates. */
import { differs, type Table } from './expected.ts'

export const data: Table = {
  dynamodb_accelerator_cluster_encryption_enabled: {
    'cache/good-dax': 'PASS',
    'cache/bad-dax': 'FAIL',
  },
  dynamodb_accelerator_cluster_in_transit_encryption_enabled: {
    'cache/good-dax': 'PASS',
    'cache/bad-dax': 'FAIL',
  },
  dynamodb_accelerator_cluster_multi_az: {
    'cache/good-dax': differs('PASS', 'FAIL', 'moto puts all nodes into one zone.'),
    'cache/bad-dax': 'FAIL',
  },
  dynamodb_table_autoscaling_enabled: {
    'table/good-table': 'PASS',
    'table/bad-table': 'FAIL',
  },
  dynamodb_table_cross_account_access: {
    'table/good-table': 'PASS',
    'table/bad-table': 'PASS',
  },
  dynamodb_table_deletion_protection_enabled: {
    'table/good-table': 'PASS',
    'table/bad-table': 'FAIL',
  },
  dynamodb_table_protected_by_backup_plan: {
    'table/good-table': differs(
      'FAIL',
      'gap http_500 backup:ListBackupSelections',
      'moto has no selections of backup plans.',
    ),
    'table/bad-table': differs(
      'FAIL',
      'gap http_500 backup:ListBackupSelections',
      'moto has no selections of backup plans.',
    ),
  },
  dynamodb_tables_kms_cmk_encryption_enabled: {
    'table/good-table': 'PASS',
    'table/bad-table': 'FAIL',
  },
  dynamodb_tables_pitr_enabled: {
    'table/good-table': 'PASS',
    'table/bad-table': 'FAIL',
  },
  rds_cluster_backtrack_enabled: {
    'cluster:mysql-cluster': 'FAIL',
  },
  rds_cluster_copy_tags_to_snapshots: {
    'cluster:good-cluster': 'PASS',
    'cluster:mysql-cluster': 'PASS',
    'cluster:bad-cluster': 'FAIL',
  },
  rds_cluster_critical_event_subscription: {
    es: 'PASS',
  },
  rds_cluster_default_admin: {
    'cluster:good-cluster': 'PASS',
    'cluster:mysql-cluster': 'PASS',
    'cluster:bad-cluster': 'FAIL',
  },
  rds_cluster_deletion_protection: {
    'cluster:good-cluster': 'PASS',
    'cluster:mysql-cluster': 'PASS',
    'cluster:bad-cluster': 'FAIL',
  },
  rds_cluster_iam_authentication_enabled: {
    'cluster:good-cluster': 'PASS',
    'cluster:mysql-cluster': 'PASS',
    'cluster:bad-cluster': 'FAIL',
  },
  rds_cluster_integration_cloudwatch_logs: {
    'cluster:good-cluster': 'PASS',
    'cluster:mysql-cluster': 'PASS',
    'cluster:bad-cluster': 'FAIL',
  },
  rds_cluster_minor_version_upgrade_enabled: {
    'cluster:good-cluster': 'PASS',
    'cluster:mysql-cluster': 'PASS',
    'cluster:bad-cluster': 'PASS',
  },
  rds_cluster_non_default_port: {
    'cluster:good-cluster': 'PASS',
    'cluster:mysql-cluster': 'PASS',
    'cluster:bad-cluster': 'FAIL',
  },
  rds_cluster_storage_encrypted: {
    'cluster:good-cluster': 'PASS',
    'cluster:mysql-cluster': 'PASS',
    'cluster:bad-cluster': 'FAIL',
  },
  rds_instance_backup_enabled: {
    'db:good-database': 'PASS',
    'db:bad-database': 'FAIL',
  },
  rds_instance_copy_tags_to_snapshots: {
    'db:good-database': 'PASS',
    'db:bad-database': 'FAIL',
  },
  rds_instance_critical_event_subscription: {
    es: 'PASS',
  },
  rds_instance_default_admin: {
    'db:good-database': 'PASS',
    'db:bad-database': 'FAIL',
  },
  rds_instance_deletion_protection: {
    'db:good-database': 'PASS',
    'db:bad-database': 'FAIL',
  },
  rds_instance_enhanced_monitoring_enabled: {
    'db:good-database': 'PASS',
    'db:bad-database': 'FAIL',
  },
  rds_instance_event_subscription_parameter_groups: {
    es: 'PASS',
  },
  rds_instance_event_subscription_security_groups: {
    es: 'PASS',
  },
  rds_instance_iam_authentication_enabled: {
    'db:good-database': 'PASS',
    'db:bad-database': 'FAIL',
  },
  rds_instance_inside_vpc: {
    'db:good-database': 'PASS',
    'db:bad-database': 'PASS',
  },
  rds_instance_integration_cloudwatch_logs: {
    'db:good-database': 'PASS',
    'db:bad-database': 'FAIL',
  },
  rds_instance_minor_version_upgrade_enabled: {
    'db:good-database': 'PASS',
    'db:bad-database': 'FAIL',
  },
  rds_instance_multi_az: {
    'db:good-database': 'PASS',
    'db:bad-database': 'FAIL',
  },
  rds_instance_no_public_access: {
    'db:good-database': 'PASS',
    'db:bad-database': 'FAIL',
  },
  rds_instance_non_default_port: {
    'db:good-database': 'PASS',
    'db:bad-database': 'FAIL',
  },
  rds_instance_storage_encrypted: {
    'db:good-database': 'PASS',
    'db:bad-database': 'FAIL',
  },
  rds_instance_transport_encrypted: {
    'db:good-database': differs(
      'PASS',
      'gap broken_answer rds:DescribeDBParameters',
      'moto lists no parameters of a group.',
    ),
    'db:bad-database': differs(
      'PASS',
      'gap broken_answer rds:DescribeDBParameters',
      'moto lists no parameters of a group.',
    ),
  },
  rds_snapshots_encrypted: {
    'cluster-snapshot:rds:good-cluster': 'PASS',
    'cluster-snapshot:rds:mysql-cluster': 'PASS',
    'snapshot:good-snapshot': 'PASS',
    'snapshot:rds:good-database': 'PASS',
    'cluster-snapshot:rds:bad-cluster': 'FAIL',
    'snapshot:bad-snapshot': 'FAIL',
    'snapshot:rds:bad-database': 'FAIL',
  },
  rds_snapshots_public_access: {
    'snapshot:good-snapshot': 'PASS',
    'snapshot:bad-snapshot': 'FAIL',
  },
  redshift_cluster_audit_logging: {
    'cluster:good-warehouse': 'PASS',
    'cluster:bad-warehouse': 'FAIL',
  },
  redshift_cluster_automated_snapshot: {
    'cluster:good-warehouse': 'PASS',
    'cluster:bad-warehouse': differs('FAIL', 'PASS', 'moto takes no retention for one day.'),
  },
  redshift_cluster_automatic_upgrades: {
    'cluster:good-warehouse': 'PASS',
    'cluster:bad-warehouse': 'FAIL',
  },
  redshift_cluster_encrypted_at_rest: {
    'cluster:good-warehouse': 'PASS',
    'cluster:bad-warehouse': 'FAIL',
  },
  redshift_cluster_enhanced_vpc_routing: {
    'cluster:good-warehouse': 'PASS',
    'cluster:bad-warehouse': 'FAIL',
  },
  redshift_cluster_in_transit_encryption_enabled: {
    'cluster:good-warehouse': 'FAIL',
    'cluster:bad-warehouse': 'FAIL',
  },
  redshift_cluster_multi_az_enabled: {
    'cluster:good-warehouse': differs(
      'FAIL',
      'gap broken_answer redshift:DescribeClusters',
      'moto leaves Multi-AZ out.',
    ),
    'cluster:bad-warehouse': differs(
      'FAIL',
      'gap broken_answer redshift:DescribeClusters',
      'moto leaves Multi-AZ out.',
    ),
  },
  redshift_cluster_non_default_database_name: {
    'cluster:good-warehouse': 'PASS',
    'cluster:bad-warehouse': 'FAIL',
  },
  redshift_cluster_non_default_username: {
    'cluster:good-warehouse': 'PASS',
    'cluster:bad-warehouse': 'FAIL',
  },
  redshift_cluster_public_access: {
    'cluster:good-warehouse': 'PASS',
    'cluster:bad-warehouse': 'FAIL',
  },
  elasticache_redis_cluster_auto_minor_version_upgrades: {
    'replicationgroup:good-cache': 'PASS',
    'replicationgroup:bad-cache': 'FAIL',
  },
  elasticache_redis_cluster_automatic_failover_enabled: {
    'replicationgroup:good-cache': 'PASS',
    'replicationgroup:bad-cache': 'FAIL',
  },
  elasticache_redis_cluster_backup_enabled: {
    'replicationgroup:good-cache': 'PASS',
    'replicationgroup:bad-cache': 'FAIL',
  },
  elasticache_redis_cluster_in_transit_encryption_enabled: {
    'replicationgroup:good-cache': 'PASS',
    'replicationgroup:bad-cache': 'FAIL',
  },
  elasticache_redis_cluster_multi_az_enabled: {
    'replicationgroup:good-cache': 'PASS',
    'replicationgroup:bad-cache': 'FAIL',
  },
  elasticache_redis_cluster_rest_encryption_enabled: {
    'replicationgroup:good-cache': 'PASS',
    'replicationgroup:bad-cache': 'FAIL',
  },
  elasticache_redis_replication_group_auth_enabled: {
    'replicationgroup:good-cache': 'PASS',
    'replicationgroup:bad-cache': 'FAIL',
  },
  opensearch_service_domains_access_control_enabled: {
    'domain/good-search': 'PASS',
    'domain/bad-search': 'FAIL',
  },
  opensearch_service_domains_audit_logging_enabled: {
    'domain/good-search': 'PASS',
    'domain/bad-search': 'FAIL',
  },
  opensearch_service_domains_cloudwatch_logging_enabled: {
    'domain/good-search': 'PASS',
    'domain/bad-search': 'FAIL',
  },
  opensearch_service_domains_encryption_at_rest_enabled: {
    'domain/good-search': 'PASS',
    'domain/bad-search': 'FAIL',
  },
  opensearch_service_domains_fault_tolerant_data_nodes: {
    'domain/good-search': 'PASS',
    'domain/bad-search': 'FAIL',
  },
  opensearch_service_domains_fault_tolerant_master_nodes: {
    'domain/good-search': 'PASS',
    'domain/bad-search': 'FAIL',
  },
  opensearch_service_domains_https_communications_enforced: {
    'domain/good-search': 'PASS',
    'domain/bad-search': 'FAIL',
  },
  opensearch_service_domains_internal_user_database_enabled: {
    'domain/good-search': 'PASS',
    'domain/bad-search': 'PASS',
  },
  opensearch_service_domains_node_to_node_encryption_enabled: {
    'domain/good-search': 'PASS',
    'domain/bad-search': 'FAIL',
  },
  opensearch_service_domains_not_publicly_accessible: {
    'domain/good-search': 'PASS',
    'domain/bad-search': 'FAIL',
  },
  opensearch_service_domains_updated_to_the_latest_service_software_version: {
    'domain/good-search': differs(
      'PASS',
      'gap broken_answer es:DescribeDomain',
      'moto leaves the service software out.',
    ),
    'domain/bad-search': differs(
      'PASS',
      'gap broken_answer es:DescribeDomain',
      'moto leaves the service software out.',
    ),
  },
  opensearch_service_domains_use_cognito_authentication_for_kibana: {
    'domain/good-search': 'PASS',
    'domain/bad-search': 'FAIL',
  },
  efs_access_point_enforce_root_directory: {
    'access-point/good-point': 'PASS',
    'access-point/bad-point': 'FAIL',
  },
  efs_access_point_enforce_user_identity: {
    'access-point/good-point': 'PASS',
    'access-point/bad-point': 'FAIL',
  },
  efs_encryption_at_rest_enabled: {
    'file-system/good-files': 'PASS',
    'file-system/bad-files': 'FAIL',
  },
  efs_have_backup_enabled: {
    'file-system/good-files': 'PASS',
    'file-system/bad-files': differs(
      'FAIL',
      'gap http_500 backup:ListBackupSelections',
      'moto has no selections of plans.',
    ),
  },
  efs_multi_az_enabled: {
    'file-system/good-files': 'PASS',
    'file-system/bad-files': 'FAIL',
  },
  glacier_vaults_policy_public_access: {
    'vaults/good-glacier': differs(
      'PASS',
      'gap http_404 glacier:GetVaultAccessPolicy',
      'moto has no access policies of vaults.',
    ),
    'vaults/bad-glacier': differs(
      'PASS',
      'gap http_404 glacier:GetVaultAccessPolicy',
      'moto has no access policies of vaults.',
    ),
  },
  athena_workgroup_encryption: {
    'workgroup/good-group': 'PASS',
    'workgroup/primary': 'FAIL',
    'workgroup/bad-group': 'FAIL',
    'eu-west-1 workgroup/primary': 'FAIL',
  },
  athena_workgroup_enforce_configuration: {
    'workgroup/good-group': 'PASS',
    'workgroup/primary': 'FAIL',
    'workgroup/bad-group': 'FAIL',
    'eu-west-1 workgroup/primary': 'FAIL',
  },
  athena_workgroup_logging_enabled: {
    'workgroup/good-group': 'PASS',
    'workgroup/primary': 'FAIL',
    'workgroup/bad-group': 'FAIL',
    'eu-west-1 workgroup/primary': 'FAIL',
  },
  secretsmanager_automatic_rotation_enabled: {
    'secret:good-secret': 'PASS',
    'secret:bad-secret': 'FAIL',
  },
  secretsmanager_not_publicly_accessible: {
    'secret:good-secret': 'PASS',
    'secret:bad-secret': 'FAIL',
  },
  secretsmanager_secret_rotated_periodically: {
    'secret:good-secret': 'PASS',
    'secret:bad-secret': 'PASS',
  },
  secretsmanager_secret_unused: {
    'secret:good-secret': 'PASS',
    'secret:bad-secret': 'PASS',
  },
  dms_endpoint_ssl_enabled: {
    'endpoint:good-mover-source': differs('PASS', 'none', 'moto never finishes an endpoint.'),
    'endpoint:good-mover-target': differs('PASS', 'none', 'moto never finishes an endpoint.'),
    'endpoint:bad-mover-source': differs('FAIL', 'none', 'moto never finishes an endpoint.'),
    'endpoint:bad-mover-target': differs('FAIL', 'none', 'moto never finishes an endpoint.'),
  },
  dms_instance_minor_version_upgrade_enabled: {
    'rep:good-mover': 'PASS',
    'rep:bad-mover': 'FAIL',
  },
  dms_instance_multi_az_enabled: {
    'rep:good-mover': 'PASS',
    'rep:bad-mover': 'FAIL',
  },
  dms_instance_no_public_access: {
    'rep:good-mover': 'PASS',
    'rep:bad-mover': 'FAIL',
  },
}
