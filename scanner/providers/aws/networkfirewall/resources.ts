import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'

export interface FirewallDetails {
  /** `READY`, `PROVISIONING`, `DELETING`. */
  readonly status: string
  readonly deletion_protection: boolean
  /** The number of availability zones with an endpoint: one per subnet or mapping. */
  readonly zones: number
}

export interface FirewallPolicy {
  readonly name: string
  readonly rule_groups: number
  /** Default actions for packets that match no stateless rule: `aws:pass`, `aws:drop`, `aws:forward_to_sfe`. */
  readonly whole_packets: readonly string[]
  readonly fragments: readonly string[]
}

export interface Firewall extends Resource {
  readonly details: Maybe<FirewallDetails>
  readonly policy: Maybe<FirewallPolicy>
  /** Kinds of logs that are delivered: `ALERT`, `FLOW`, `TLS`. */
  readonly logs: Maybe<readonly string[]>
}

export interface NetworkFirewall {
  firewalls: Firewall
}

export const check = checkFor<NetworkFirewall>()
