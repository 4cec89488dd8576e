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
  title: 'Changes of the organisation have an alarm',
  what: 'changes of the organisation',
  wanted,
  risk: 'An account that leaves the organisation, or loses its guard rails there, is out of control before anybody knows.',
  pattern: patternOf('organizations', wanted),
  metric: 'OrganizationChanges',
  source:
    'https://docs.aws.amazon.com/organizations/latest/userguide/orgs_cloudtrail-integration.html',
})
