import { calls, patternOf, watched } from './watched.ts'

const wanted = calls(
  'ec2',
  'AuthorizeSecurityGroupIngress',
  'AuthorizeSecurityGroupEgress',
  'RevokeSecurityGroupIngress',
  'RevokeSecurityGroupEgress',
  'CreateSecurityGroup',
  'DeleteSecurityGroup',
)

export default watched({
  id: 'cloudwatch_log_metric_filter_security_group_changes',
  title: 'CloudWatch alarm is configured for security group changes',
  what: 'changes to security groups',
  wanted,
  risk: 'A port that is opened to the internet, by mistake or by an attacker, stays open until someone reviews the security groups.',
  pattern: patternOf('ec2', wanted),
  metric: 'SecurityGroupChanges',
  source:
    'https://docs.aws.amazon.com/securityhub/latest/userguide/cloudwatch-controls.html#cloudwatch-10',
})
