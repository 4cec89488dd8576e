import { calls, patternOf, watched } from './watched.ts'

const wanted = calls(
  'ec2',
  'CreateRoute',
  'CreateRouteTable',
  'ReplaceRoute',
  'ReplaceRouteTableAssociation',
  'DeleteRouteTable',
  'DeleteRoute',
  'DisassociateRouteTable',
)

export default watched({
  id: 'cloudwatch_changes_to_network_route_tables_alarm_configured',
  title: 'CloudWatch alarm is configured for route table changes',
  what: 'changes to route tables',
  wanted,
  risk: 'An attacker can route traffic around the firewall or through an instance that captures it, without being noticed.',
  pattern: patternOf('ec2', wanted),
  metric: 'RouteTableChanges',
  source:
    'https://docs.aws.amazon.com/securityhub/latest/userguide/cloudwatch-controls.html#cloudwatch-13',
})
