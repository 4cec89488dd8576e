import { type Collected, type Collecting, each, once, read } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import type { Firewall, FirewallDetails, FirewallPolicy, NetworkFirewall } from './resources.ts'

interface Described {
  Firewall?: {
    FirewallPolicyArn?: string
    DeleteProtection?: boolean
    SubnetMappings?: unknown[]
    AvailabilityZoneMappings?: unknown[]
  }
  FirewallStatus?: { Status?: string }
}

interface Policy {
  StatelessRuleGroupReferences?: unknown[]
  StatefulRuleGroupReferences?: unknown[]
  StatelessDefaultActions?: string[]
  StatelessFragmentDefaultActions?: string[]
}

interface Listed {
  FirewallName: string
  FirewallArn: string
}

const describing = 'network-firewall:DescribeFirewall'

async function* firewalls(aws: Aws) {
  const pages = aws.pages<{ Firewalls?: Listed[] }>('network-firewall:ListFirewalls')
  for await (const { Firewalls } of pages) {
    if (!Firewalls) throw aws.broken('network-firewall:ListFirewalls', 'Firewalls')
    yield* Firewalls
  }
}

function detailsOf(aws: Aws, { Firewall: it, FirewallStatus }: Described): FirewallDetails {
  if (it?.DeleteProtection === undefined) throw aws.broken(describing, 'DeleteProtection')
  if (!FirewallStatus?.Status) throw aws.broken(describing, 'FirewallStatus')
  return {
    status: FirewallStatus.Status,
    deletion_protection: it.DeleteProtection,
    // A firewall has either subnets of a VPC or zones of a transit gateway.
    zones: (it.SubnetMappings ?? []).length + (it.AvailabilityZoneMappings ?? []).length,
  }
}

async function policyOf(aws: Aws, { Firewall: it }: Described): Promise<FirewallPolicy> {
  const operation = 'network-firewall:DescribeFirewallPolicy'
  const arn = it?.FirewallPolicyArn
  if (!arn) throw aws.broken(describing, 'FirewallPolicyArn')
  const { FirewallPolicy: policy } = await aws.call<{ FirewallPolicy?: Policy }>(operation, {
    FirewallPolicyArn: arn,
  })
  if (!policy?.StatelessDefaultActions || !policy.StatelessFragmentDefaultActions) {
    throw aws.broken(operation, 'its default actions')
  }
  return {
    name: arn.slice(arn.lastIndexOf('/') + 1),
    // A policy without rule groups has no list of them.
    rule_groups:
      (policy.StatelessRuleGroupReferences ?? []).length +
      (policy.StatefulRuleGroupReferences ?? []).length,
    whole_packets: policy.StatelessDefaultActions,
    fragments: policy.StatelessFragmentDefaultActions,
  }
}

async function logsOf(aws: Aws, FirewallArn: string): Promise<readonly string[]> {
  const { FirewallArn: arn, LoggingConfiguration } = await aws.call<{
    FirewallArn?: string
    LoggingConfiguration?: { LogDestinationConfigs?: { LogType: string }[] }
  }>('network-firewall:DescribeLoggingConfiguration', { FirewallArn })
  if (!arn) throw aws.broken('network-firewall:DescribeLoggingConfiguration', 'FirewallArn')
  // A firewall that never logged has no configuration.
  return (LoggingConfiguration?.LogDestinationConfigs ?? []).map(({ LogType }) => LogType)
}

export const collect = ({ client: aws, region }: Collecting<Aws>): Collected<NetworkFirewall> => ({
  firewalls: each<Listed, Firewall>(firewalls(aws), ({ FirewallName: name, FirewallArn }) => {
    const described = once(() => aws.call<Described>(describing, { FirewallArn }))
    return {
      uid: FirewallArn,
      name,
      region,
      details: read(async () => detailsOf(aws, await described())),
      policy: read(async () => policyOf(aws, await described())),
      logs: read(() => logsOf(aws, FirewallArn)),
    }
  }),
})
