import { calls, patternOf, watched } from './watched.ts'

const wanted = calls(
  'ec2',
  'CreateCustomerGateway',
  'DeleteCustomerGateway',
  'AttachInternetGateway',
  'CreateInternetGateway',
  'DeleteInternetGateway',
  'DetachInternetGateway',
)

export default watched({
  id: 'cloudwatch_changes_to_network_gateways_alarm_configured',
  title: 'CloudWatch alarm is configured for network gateway changes',
  what: 'changes to internet and customer gateways',
  wanted,
  risk: 'A private network can be connected to the internet or to an attacker’s network without being noticed.',
  pattern: patternOf('ec2', wanted),
  metric: 'NetworkGatewayChanges',
  source:
    'https://docs.aws.amazon.com/securityhub/latest/userguide/cloudwatch-controls.html#cloudwatch-12',
})
