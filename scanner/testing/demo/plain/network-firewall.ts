/** A firewall for outgoing traffic, and an unfinished one. */
import { demoId } from '../facts.ts'
import { networkOf } from '../networks.ts'

const arn = (kind: string, name: string) =>
  `arn:aws:network-firewall:eu-central-1:${demoId}:${kind}/${name}`
const { vpcId, publicSubnet, privateSubnet } = networkOf('eu-central-1', 'fa1')

const firewall = (name: string, policy: string, protectedFrom: boolean, subnets: string[]) => ({
  Firewall: {
    FirewallName: name,
    FirewallArn: arn('firewall', name),
    FirewallPolicyArn: arn('firewall-policy', policy),
    VpcId: vpcId,
    SubnetMappings: subnets.map((SubnetId) => ({ SubnetId })),
    DeleteProtection: protectedFrom,
  },
  FirewallStatus: { Status: 'READY' },
})

const listed = (name: string) => ({ FirewallName: name, FirewallArn: arn('firewall', name) })

export const demoNetworkFirewall = () => ({
  'eu-central-1': {
    ListFirewalls: { Firewalls: [listed('outbound'), listed('trial')] },
    DescribeFirewall: {
      [arn('firewall', 'outbound')]: firewall('outbound', 'strict', true, [
        publicSubnet,
        privateSubnet,
      ]),
      [arn('firewall', 'trial')]: firewall('trial', 'empty', false, [publicSubnet]),
    },
    DescribeFirewallPolicy: {
      [arn('firewall-policy', 'strict')]: {
        FirewallPolicy: {
          StatelessDefaultActions: ['aws:forward_to_sfe'],
          StatelessFragmentDefaultActions: ['aws:forward_to_sfe'],
          StatefulRuleGroupReferences: [{ ResourceArn: arn('stateful-rulegroup', 'domains') }],
        },
      },
      [arn('firewall-policy', 'empty')]: {
        FirewallPolicy: {
          StatelessDefaultActions: ['aws:pass'],
          StatelessFragmentDefaultActions: ['aws:pass'],
        },
      },
    },
    DescribeLoggingConfiguration: {
      [arn('firewall', 'outbound')]: {
        FirewallArn: arn('firewall', 'outbound'),
        LoggingConfiguration: {
          LogDestinationConfigs: [
            {
              LogType: 'ALERT',
              LogDestinationType: 'CloudWatchLogs',
              LogDestination: { logGroup: 'firewall' },
            },
          ],
        },
      },
      [arn('firewall', 'trial')]: { FirewallArn: arn('firewall', 'trial') },
    },
  },
})
