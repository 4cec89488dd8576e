/** Expected results for compute, which `compute.py` creates. */
import { differs, type Table } from './expected.ts'

export const compute: Table = {
  awslambda_function_env_vars_not_encrypted_with_cmk: {
    'function:good-function': 'PASS',
    'function:bad-function': 'FAIL',
  },
  awslambda_function_inside_vpc: {
    'function:good-function': 'PASS',
    'function:bad-function': 'FAIL',
  },
  awslambda_function_invoke_api_operations_cloudtrail_logging_enabled: {
    'function:good-function': 'FAIL',
    'function:bad-function': 'FAIL',
  },
  awslambda_function_no_dead_letter_queue: {
    'function:good-function': differs('PASS', 'FAIL', 'moto forgets the dead-letter queue.'),
    'function:bad-function': 'FAIL',
  },
  awslambda_function_no_secrets_in_variables: {
    'function:good-function': 'PASS',
    'function:bad-function': 'FAIL',
  },
  awslambda_function_not_publicly_accessible: {
    'function:good-function': 'PASS',
    'function:bad-function': 'FAIL',
  },
  awslambda_function_url_cors_policy: {
    'function:good-function': differs(
      'PASS',
      'gap http_404 lambda:ListFunctionUrlConfigs',
      'moto has no list of function URLs.',
    ),
    'function:bad-function': differs(
      'FAIL',
      'gap http_404 lambda:ListFunctionUrlConfigs',
      'moto has no list of function URLs.',
    ),
  },
  awslambda_function_url_public: {
    'function:good-function': differs(
      'PASS',
      'gap http_404 lambda:ListFunctionUrlConfigs',
      'moto has no list of function URLs.',
    ),
    'function:bad-function': differs(
      'FAIL',
      'gap http_404 lambda:ListFunctionUrlConfigs',
      'moto has no list of function URLs.',
    ),
  },
  awslambda_function_using_supported_runtimes: {
    'function:good-function': 'PASS',
    'function:bad-function': 'FAIL',
  },
  awslambda_function_vpc_multi_az: {
    'function:good-function': 'PASS',
  },
  ecr_registry_scan_images_on_push_enabled: {
    registry: 'FAIL',
  },
  ecr_repositories_lifecycle_policy_enabled: {
    'repository/good-images': 'PASS',
    'repository/bad-images': 'FAIL',
  },
  ecr_repositories_not_publicly_accessible: {
    'repository/good-images': 'PASS',
    'repository/bad-images': 'FAIL',
  },
  ecr_repositories_scan_images_on_push_enabled: {
    'repository/good-images': 'PASS',
    'repository/bad-images': 'FAIL',
  },
  ecr_repositories_tag_immutability: {
    'repository/good-images': 'PASS',
    'repository/bad-images': 'FAIL',
  },
  ecs_cluster_container_insights_enabled: {
    'cluster/good-cluster': 'PASS',
    'cluster/bad-cluster': 'FAIL',
  },
  ecs_service_fargate_latest_platform_version: {
    'service/good-cluster/good-service': 'PASS',
  },
  ecs_service_no_assign_public_ip: {
    'service/good-cluster/good-service': 'PASS',
  },
  ecs_task_definitions_containers_readonly_access: {
    'task-definition/good-task:1': 'PASS',
    'task-definition/bad-task:1': 'FAIL',
  },
  ecs_task_definitions_host_namespace_not_shared: {
    'task-definition/good-task:1': 'PASS',
    'task-definition/bad-task:1': 'FAIL',
  },
  ecs_task_definitions_host_networking_mode_users: {
    'task-definition/good-task:1': 'PASS',
    'task-definition/bad-task:1': 'FAIL',
  },
  ecs_task_definitions_logging_block_mode: {
    'task-definition/good-task:1': 'PASS',
  },
  ecs_task_definitions_logging_enabled: {
    'task-definition/good-task:1': 'PASS',
    'task-definition/bad-task:1': 'FAIL',
  },
  ecs_task_definitions_no_environment_secrets: {
    'task-definition/good-task:1': 'PASS',
    'task-definition/bad-task:1': 'FAIL',
  },
  ecs_task_definitions_no_privileged_containers: {
    'task-definition/good-task:1': 'PASS',
    'task-definition/bad-task:1': 'FAIL',
  },
  eks_cluster_deletion_protection_enabled: {
    'cluster/good-kubernetes': differs('PASS', 'FAIL', 'moto forgets deletion protection.'),
    'cluster/bad-kubernetes': 'FAIL',
  },
  eks_cluster_kms_cmk_encryption_in_secrets_enabled: {
    'cluster/good-kubernetes': 'PASS',
    'cluster/bad-kubernetes': 'FAIL',
  },
  eks_cluster_not_publicly_accessible: {
    'cluster/good-kubernetes': 'PASS',
    'cluster/bad-kubernetes': 'FAIL',
  },
  eks_cluster_private_nodes_enabled: {
    'cluster/good-kubernetes': 'PASS',
    'cluster/bad-kubernetes': 'FAIL',
  },
  eks_cluster_uses_a_supported_version: {
    'cluster/good-kubernetes': differs(
      'PASS',
      'gap http_404 eks:DescribeClusterVersions',
      'moto has no list of versions.',
    ),
    'cluster/bad-kubernetes': differs(
      'FAIL',
      'gap http_404 eks:DescribeClusterVersions',
      'moto has no list of versions.',
    ),
  },
  eks_control_plane_logging_all_types_enabled: {
    'cluster/good-kubernetes': 'PASS',
    'cluster/bad-kubernetes': 'FAIL',
  },
  autoscaling_group_capacity_rebalance_enabled: {
    'autoScalingGroup:id:autoScalingGroupName/good-machines': 'PASS',
  },
  autoscaling_group_elb_health_check_enabled: {
    'autoScalingGroup:id:autoScalingGroupName/good-machines': 'PASS',
    'autoScalingGroup:id:autoScalingGroupName/bad-machines': 'FAIL',
  },
  autoscaling_group_launch_configuration_no_public_ip: {
    'autoScalingGroup:id:autoScalingGroupName/bad-machines': 'FAIL',
  },
  autoscaling_group_launch_configuration_requires_imdsv2: {
    'autoScalingGroup:id:autoScalingGroupName/bad-machines': 'FAIL',
  },
  autoscaling_group_multiple_az: {
    'autoScalingGroup:id:autoScalingGroupName/good-machines': 'PASS',
    'autoScalingGroup:id:autoScalingGroupName/bad-machines': 'FAIL',
  },
  autoscaling_group_multiple_instance_types: {
    'autoScalingGroup:id:autoScalingGroupName/good-machines': 'PASS',
    'autoScalingGroup:id:autoScalingGroupName/bad-machines': 'FAIL',
  },
  autoscaling_group_using_ec2_launch_template: {
    'autoScalingGroup:id:autoScalingGroupName/good-machines': 'PASS',
    'autoScalingGroup:id:autoScalingGroupName/bad-machines': 'FAIL',
  },
  codebuild_project_logging_enabled: {
    'project/good-build': 'PASS',
    'project/bad-build': 'FAIL',
  },
  codebuild_project_no_secrets_in_variables: {
    'project/good-build': 'PASS',
    'project/bad-build': 'FAIL',
  },
  codebuild_project_not_publicly_accessible: {
    'project/good-build': 'PASS',
    'project/bad-build': 'PASS',
  },
  codebuild_project_source_repo_url_no_sensitive_credentials: {
    'project/good-build': 'PASS',
    'project/bad-build': 'FAIL',
  },
  codebuild_project_user_controlled_buildspec: {
    'project/good-build': 'FAIL',
    'project/bad-build': 'FAIL',
  },
  codebuild_report_group_export_encrypted: {
    list: differs('none', 'gap http_500 codebuild:ListReportGroups', 'moto has no report groups.'),
    'eu-west-1 list': differs(
      'none',
      'gap http_500 codebuild:ListReportGroups',
      'moto has no report groups.',
    ),
  },
  emr_cluster_account_public_block_enabled: {
    account: 'PASS',
    'eu-west-1 account': 'PASS',
  },
  emr_cluster_master_nodes_no_public_ip: {
    'cluster/crunch': differs('PASS', 'FAIL', 'moto gives every cluster a public name.'),
    'eu-west-1 cluster/crunch': differs(
      'none',
      'FAIL',
      'moto tells the regions of EMR by the host.',
    ),
  },
  sagemaker_endpoint_config_kms_encryption_enabled: {
    'endpoint-config/good-endpoint': 'PASS',
    'endpoint-config/bad-endpoint': 'FAIL',
  },
  sagemaker_endpoint_config_prod_variant_instances: {
    'endpoint-config/good-endpoint': 'PASS',
    'endpoint-config/bad-endpoint': 'FAIL',
  },
  sagemaker_models_network_isolation_enabled: {
    'model/good-model': differs('PASS', 'FAIL', 'moto forgets network isolation.'),
    'model/bad-model': 'FAIL',
  },
  sagemaker_models_vpc_settings_configured: {
    'model/good-model': 'PASS',
    'model/bad-model': 'FAIL',
  },
  sagemaker_notebook_instance_encryption_enabled: {
    'notebook-instance/good-notebook': 'PASS',
    'notebook-instance/bad-notebook': 'FAIL',
  },
  sagemaker_notebook_instance_root_access_disabled: {
    'notebook-instance/good-notebook': 'PASS',
    'notebook-instance/bad-notebook': 'FAIL',
  },
  sagemaker_notebook_instance_vpc_settings_configured: {
    'notebook-instance/good-notebook': 'PASS',
    'notebook-instance/bad-notebook': 'FAIL',
  },
  sagemaker_notebook_instance_without_direct_internet_access_configured: {
    'notebook-instance/good-notebook': 'PASS',
    'notebook-instance/bad-notebook': 'FAIL',
  },
}
