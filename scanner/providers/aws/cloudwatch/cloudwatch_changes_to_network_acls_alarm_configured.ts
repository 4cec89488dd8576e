import { calls, patternOf, watched } from './watched.ts'

const wanted = calls(
  'ec2',
  'CreateNetworkAcl',
  'CreateNetworkAclEntry',
  'DeleteNetworkAcl',
  'DeleteNetworkAclEntry',
  'ReplaceNetworkAclEntry',
  'ReplaceNetworkAclAssociation',
)

export default watched({
  id: 'cloudwatch_changes_to_network_acls_alarm_configured',
  title: 'CloudWatch alarm is configured for network ACL changes',
  what: 'changes to network ACLs',
  wanted,
  risk: 'An attacker can remove the network ACL of a subnet or cut the subnet off, and no one is notified.',
  pattern: patternOf('ec2', wanted),
  metric: 'NetworkAclChanges',
  source:
    'https://docs.aws.amazon.com/securityhub/latest/userguide/cloudwatch-controls.html#cloudwatch-11',
})
