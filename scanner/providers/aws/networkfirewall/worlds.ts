// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import type { Firewall, FirewallDetails, FirewallPolicy } from './resources.ts'

const sound: FirewallDetails = { status: 'READY', deletion_protection: true, zones: 3 }

export const details = (changes: Partial<FirewallDetails>): FirewallDetails => ({
  ...sound,
  ...changes,
})

const strict: FirewallPolicy = {
  name: 'strict',
  rule_groups: 2,
  whole_packets: ['aws:forward_to_sfe'],
  fragments: ['aws:drop'],
}

export const policy = (changes: Partial<FirewallPolicy>): FirewallPolicy => ({
  ...strict,
  ...changes,
})

export const firewall = world<Firewall>({
  uid: 'arn:aws:network-firewall:eu-west-1:123456789012:firewall/outbound',
  name: 'outbound',
  region: 'eu-west-1',
  details: sound,
  policy: strict,
  logs: ['ALERT', 'FLOW'],
})
