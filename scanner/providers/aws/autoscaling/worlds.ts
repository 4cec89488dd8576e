// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import type { Group, LaunchConfiguration, MixedInstances } from './resources.ts'

export const mixed = (changes: Partial<MixedInstances> = {}): MixedInstances => ({
  types: ['m7g.large', 'm6g.large'],
  by_requirements: false,
  on_demand_percentage: 50,
  ...changes,
})

export const group = world<Group>({
  uid: 'arn:aws:autoscaling:eu-west-1:123456789012:autoScalingGroup:1:autoScalingGroupName/web',
  name: 'web',
  region: 'eu-west-1',
  zones: ['eu-west-1a', 'eu-west-1b'],
  health_checks: ['ELB'],
  load_balanced: true,
  launch_configuration: null,
  launch_template: true,
  mixed: mixed(),
  capacity_rebalance: true,
})

export const launchConfiguration = world<LaunchConfiguration>({
  uid: 'arn:aws:autoscaling:eu-west-1:123456789012:launchConfiguration:1:launchConfigurationName/old',
  name: 'old',
  region: 'eu-west-1',
  public_ip: false,
  imdsv2: true,
})

/** A group that launches instances with the launch configuration `old`. */
export const aged = group({ launch_configuration: 'old', launch_template: false, mixed: null })
