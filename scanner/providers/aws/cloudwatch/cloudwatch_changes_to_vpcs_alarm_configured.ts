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
  title: 'CloudWatch alarm is configured for VPC changes',
  what: 'changes to VPCs and their peering connections',
  wanted,
  risk: 'A peering connection with an unknown network, or a VPC for unauthorized instances, is not noticed until the bill arrives.',
  pattern: patternOf('ec2', wanted),
  metric: 'VpcChanges',
  source:
    'https://docs.aws.amazon.com/securityhub/latest/userguide/cloudwatch-controls.html#cloudwatch-14',
})
