import { checkFor, type Resource } from '../../../kit/index.ts'

export interface MixedInstances {
  /** Named instance types; empty if instances are chosen by requirements. */
  readonly types: readonly string[]
  readonly by_requirements: boolean
  /** The percentage of On-Demand instances beyond the base; the others are Spot instances. */
  readonly on_demand_percentage: number
}

export interface Group extends Resource {
  readonly zones: readonly string[]
  /** Kinds of health checks: EC2, ELB and others. */
  readonly health_checks: readonly string[]
  readonly load_balanced: boolean
  readonly launch_configuration: string | null
  readonly launch_template: boolean
  readonly mixed: MixedInstances | null
  readonly capacity_rebalance: boolean
}

export interface LaunchConfiguration extends Resource {
  /** Null if the subnet decides. */
  readonly public_ip: boolean | null
  /** True if the metadata service requires tokens or is disabled. */
  readonly imdsv2: boolean
}

export interface AutoScaling {
  groups: Group
  launchConfigurations: LaunchConfiguration
}

export const check = checkFor<AutoScaling>()
