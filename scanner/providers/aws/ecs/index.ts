import { service } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { collect } from './collect.ts'
import clusterContainerInsightsEnabled from './ecs_cluster_container_insights_enabled.ts'
import serviceFargateLatestPlatformVersion from './ecs_service_fargate_latest_platform_version.ts'
import serviceNoAssignPublicIp from './ecs_service_no_assign_public_ip.ts'
import taskDefinitionsContainersReadonlyAccess from './ecs_task_definitions_containers_readonly_access.ts'
import taskDefinitionsHostNamespaceNotShared from './ecs_task_definitions_host_namespace_not_shared.ts'
import taskDefinitionsHostNetworkingModeUsers from './ecs_task_definitions_host_networking_mode_users.ts'
import taskDefinitionsLoggingBlockMode from './ecs_task_definitions_logging_block_mode.ts'
import taskDefinitionsLoggingEnabled from './ecs_task_definitions_logging_enabled.ts'
import taskDefinitionsNoEnvironmentSecrets from './ecs_task_definitions_no_environment_secrets.ts'
import taskDefinitionsNoPrivilegedContainers from './ecs_task_definitions_no_privileged_containers.ts'
import taskSetNoAssignPublicIp from './ecs_task_set_no_assign_public_ip.ts'
import type { Ecs } from './resources.ts'

export default service<Ecs, Aws>({
  name: 'ecs',
  scope: 'regional',
  kinds: {
    taskDefinitions: {
      list: [
        'ecs:ListTaskDefinitions',
        'ecs:ListClusters',
        'ecs:ListServices',
        'ecs:DescribeServices',
      ],
      fields: {
        definition: ['ecs:DescribeTaskDefinition'],
        default_log_mode: ['ecs:DescribeTaskDefinition', 'ecs:ListAccountSettings'],
      },
      cap: 'max_ecs_task_definitions',
    },
    services: {
      list: ['ecs:ListClusters', 'ecs:ListServices', 'ecs:DescribeServices'],
      fields: { public_ip: [], task_sets: [] },
    },
    clusters: { list: ['ecs:ListClusters', 'ecs:DescribeClusters'], fields: {} },
  },
  collect,
  checks: [
    clusterContainerInsightsEnabled,
    serviceFargateLatestPlatformVersion,
    serviceNoAssignPublicIp,
    taskDefinitionsContainersReadonlyAccess,
    taskDefinitionsHostNamespaceNotShared,
    taskDefinitionsHostNetworkingModeUsers,
    taskDefinitionsLoggingBlockMode,
    taskDefinitionsLoggingEnabled,
    taskDefinitionsNoEnvironmentSecrets,
    taskDefinitionsNoPrivilegedContainers,
    taskSetNoAssignPublicIp,
  ],
})
