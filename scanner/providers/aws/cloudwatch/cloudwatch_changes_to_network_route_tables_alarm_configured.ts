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
  title: 'Changes of route tables have an alarm',
  what: 'changes of route tables',
  wanted,
  risk: 'Traffic can be led past the firewall or through a machine that reads along, and the detour goes unnoticed.',
  pattern: patternOf('ec2', wanted),
  metric: 'RouteTableChanges',
  source:
    'https://docs.aws.amazon.com/securityhub/latest/userguide/cloudwatch-controls.html#cloudwatch-13',
})
