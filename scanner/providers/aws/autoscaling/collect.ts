import {
  type Collected,
  type Collecting,
  complete,
  each,
  type Incomplete,
} from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import type { AutoScaling, Group, MixedInstances } from './resources.ts'

interface DescribedGroup {
  AutoScalingGroupName?: string
  AutoScalingGroupARN?: string
  AvailabilityZones?: string[]
  HealthCheckType?: string
  LoadBalancerNames?: string[]
  TargetGroupARNs?: string[]
  LaunchConfigurationName?: string
  LaunchTemplate?: object
  MixedInstancesPolicy?: {
    LaunchTemplate?: { Overrides?: { InstanceType?: string; InstanceRequirements?: object }[] }
    InstancesDistribution?: { OnDemandPercentageAboveBaseCapacity?: string }
  }
  CapacityRebalance?: boolean
  /** Present only during deletion. */
  Status?: string
}

interface DescribedConfiguration {
  LaunchConfigurationName?: string
  LaunchConfigurationARN?: string
  AssociatePublicIpAddress?: boolean
  MetadataOptions?: { HttpTokens?: string; HttpEndpoint?: string }
}

function mixedOf({ MixedInstancesPolicy: it }: DescribedGroup): MixedInstances | null {
  if (!it) return null
  const overrides = it.LaunchTemplate?.Overrides ?? []
  return {
    types: [...new Set(overrides.flatMap(({ InstanceType: type }) => type ?? []))],
    by_requirements: overrides.some(({ InstanceRequirements: wanted }) => wanted !== undefined),
    // All are On-Demand by default.
    on_demand_percentage: Number(
      it.InstancesDistribution?.OnDemandPercentageAboveBaseCapacity ?? 100,
    ),
  }
}

async function* groups(aws: Aws, region: string): AsyncGenerator<Group | Incomplete> {
  const call = 'autoscaling:DescribeAutoScalingGroups'
  for await (const page of aws.pages<{ AutoScalingGroups?: DescribedGroup[] }>(call)) {
    if (!page.AutoScalingGroups) throw aws.broken(call, 'AutoScalingGroups')
    for (const it of page.AutoScalingGroups)
      if (!it.Status) yield complete(it, () => groupOf(aws, it, region))
  }
}

function groupOf(aws: Aws, it: DescribedGroup, region: string): Group {
  const { AutoScalingGroupName: name, AutoScalingGroupARN: uid } = it
  if (!name || !uid || !it.AvailabilityZones || !it.HealthCheckType)
    throw aws.broken('autoscaling:DescribeAutoScalingGroups', 'the required fields of a group')
  const balancers = [...(it.LoadBalancerNames ?? []), ...(it.TargetGroupARNs ?? [])]
  return {
    uid,
    name,
    region,
    zones: it.AvailabilityZones,
    health_checks: it.HealthCheckType.split(',').map((type) => type.trim()),
    load_balanced: balancers.length > 0,
    launch_configuration: it.LaunchConfigurationName || null,
    launch_template: it.LaunchTemplate !== undefined || it.MixedInstancesPolicy !== undefined,
    mixed: mixedOf(it),
    // The API returns it only if it was set.
    capacity_rebalance: it.CapacityRebalance ?? false,
  }
}

async function* launchConfigurations(aws: Aws) {
  const call = 'autoscaling:DescribeLaunchConfigurations'
  for await (const page of aws.pages<{ LaunchConfigurations?: DescribedConfiguration[] }>(call)) {
    if (!page.LaunchConfigurations) throw aws.broken(call, 'LaunchConfigurations')
    for (const configuration of page.LaunchConfigurations)
      yield complete(configuration, (it) => {
        const { LaunchConfigurationName: name, LaunchConfigurationARN: uid } = it
        if (!name || !uid) throw aws.broken(call, 'the required fields of a launch configuration')
        const { HttpTokens: tokens, HttpEndpoint: endpoint } = it.MetadataOptions ?? {}
        return {
          uid,
          name,
          public_ip: it.AssociatePublicIpAddress ?? null,
          imdsv2: tokens === 'required' || endpoint === 'disabled',
        }
      })
  }
}

export const collect = ({ client: aws, region }: Collecting<Aws>): Collected<AutoScaling> => ({
  groups: each(groups(aws, region), (it) => it),
  launchConfigurations: each(launchConfigurations(aws), (it) => ({ ...it, region })),
})
