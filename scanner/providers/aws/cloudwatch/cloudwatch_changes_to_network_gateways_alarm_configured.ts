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
  title: 'Changes of network gateways have an alarm',
  what: 'changes of internet and customer gateways',
  wanted,
  risk: 'A private network gets a way to the internet, or to a stranger’s network, and its owners learn of it from the damage.',
  pattern: patternOf('ec2', wanted),
  metric: 'NetworkGatewayChanges',
  source:
    'https://docs.aws.amazon.com/securityhub/latest/userguide/cloudwatch-controls.html#cloudwatch-12',
})
