import { calls, patternOf, watched } from './watched.ts'

const wanted = calls(
  'ec2',
  'CreateVpc',
  'DeleteVpc',
  'ModifyVpcAttribute',
  'AcceptVpcPeeringConnection',
  'CreateVpcPeeringConnection',
  'DeleteVpcPeeringConnection',
  'RejectVpcPeeringConnection',
  'AttachClassicLinkVpc',
  'DetachClassicLinkVpc',
  'DisableVpcClassicLink',
  'EnableVpcClassicLink',
)

export default watched({
  id: 'cloudwatch_changes_to_vpcs_alarm_configured',
  title: 'Changes of VPCs have an alarm',
  what: 'changes of VPCs and their peerings',
  wanted,
  risk: 'A network that is peered with a foreign one, or made for machines nobody ordered, is found when the bill arrives.',
  pattern: patternOf('ec2', wanted),
  metric: 'VpcChanges',
  source:
    'https://docs.aws.amazon.com/securityhub/latest/userguide/cloudwatch-controls.html#cloudwatch-14',
})
