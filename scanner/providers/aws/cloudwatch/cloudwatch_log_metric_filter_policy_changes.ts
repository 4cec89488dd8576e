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
  title: 'CloudWatch alarm is configured for IAM policy changes',
  what: 'changes to IAM policies',
  wanted,
  risk: 'An attacker can grant additional permissions without being noticed, and use them later.',
  pattern: patternOf('iam', wanted),
  metric: 'IamPolicyChanges',
  source:
    'https://docs.aws.amazon.com/securityhub/latest/userguide/cloudwatch-controls.html#cloudwatch-4',
})
