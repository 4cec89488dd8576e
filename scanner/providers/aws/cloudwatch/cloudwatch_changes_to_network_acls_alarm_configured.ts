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
  title: 'Changes of network ACLs have an alarm',
  what: 'changes of network ACLs',
  wanted,
  risk: 'A subnet can lose the filter in front of it, or be cut off, and nobody is told.',
  pattern: patternOf('ec2', wanted),
  metric: 'NetworkAclChanges',
  source:
    'https://docs.aws.amazon.com/securityhub/latest/userguide/cloudwatch-controls.html#cloudwatch-11',
})
