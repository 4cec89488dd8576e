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
  title: 'Changes of security groups have an alarm',
  what: 'changes of security groups',
  wanted,
  risk: 'A port that is opened to the internet, by mistake or by an intruder, stays open until somebody happens to look.',
  pattern: patternOf('ec2', wanted),
  metric: 'SecurityGroupChanges',
  source:
    'https://docs.aws.amazon.com/securityhub/latest/userguide/cloudwatch-controls.html#cloudwatch-10',
})
