import { calls, patternOf, watched } from './watched.ts'

const wanted = calls(
  'organizations',
  'AcceptHandshake',
  'AttachPolicy',
  'CreateAccount',
  'CreateOrganizationalUnit',
  'CreatePolicy',
  'DeclineHandshake',
  'DeleteOrganization',
  'DeleteOrganizationalUnit',
  'DeletePolicy',
  'DetachPolicy',
  'DisablePolicyType',
  'EnablePolicyType',
  'InviteAccountToOrganization',
  'LeaveOrganization',
  'MoveAccount',
  'RemoveAccountFromOrganization',
  'UpdateOrganizationalUnit',
  'UpdatePolicy',
)

export default watched({
  id: 'cloudwatch_log_metric_filter_aws_organizations_changes',
  title: 'CloudWatch alarm is configured for AWS Organizations changes',
  what: 'changes to the organization',
  wanted,
  risk: 'An account that leaves the organization or loses its guardrails is no longer controlled, and no one is notified.',
  pattern: patternOf('organizations', wanted),
  metric: 'OrganizationChanges',
  source:
    'https://docs.aws.amazon.com/organizations/latest/userguide/orgs_cloudtrail-integration.html',
})
