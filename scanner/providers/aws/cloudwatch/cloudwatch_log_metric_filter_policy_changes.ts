import { calls, patternOf, watched } from './watched.ts'

const wanted = calls(
  'iam',
  'DeleteGroupPolicy',
  'DeleteRolePolicy',
  'DeleteUserPolicy',
  'PutGroupPolicy',
  'PutRolePolicy',
  'PutUserPolicy',
  'CreatePolicy',
  'DeletePolicy',
  'CreatePolicyVersion',
  'DeletePolicyVersion',
  'AttachRolePolicy',
  'DetachRolePolicy',
  'AttachUserPolicy',
  'DetachUserPolicy',
  'AttachGroupPolicy',
  'DetachGroupPolicy',
)

export default watched({
  id: 'cloudwatch_log_metric_filter_policy_changes',
  title: 'Changes of IAM policies have an alarm',
  what: 'changes of IAM policies',
  wanted,
  risk: 'Whoever gives himself more permissions keeps them quietly, and uses them when it suits him.',
  pattern: patternOf('iam', wanted),
  metric: 'IamPolicyChanges',
  source:
    'https://docs.aws.amazon.com/securityhub/latest/userguide/cloudwatch-controls.html#cloudwatch-4',
})
