import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_transitgateway_auto_accept_vpc_attachments',
  title: 'Transit gateway attaches shared VPCs only when asked',
  description:
    'Reads whether each transit gateway of the account accepts attachments by itself from the accounts that it is shared with.',
  risk: 'Whoever controls one of those accounts joins a VPC of their own to the network, and nobody had to agree.',
  decision:
    'Fails when the gateway accepts shared attachments automatically, and passes when somebody has to accept them. Whether it is shared with anybody now is not asked. Gateways that other accounts share, and those that are being created, deleted or are gone, give no finding.',
  fix: {
    text: 'Turn off automatic acceptance of shared attachments.',
    console: [
      'Open the VPC console, choose Transit gateways, and select the gateway.',
      'Choose Actions, then Modify transit gateway.',
      'Clear Auto accept shared attachments, and choose Modify transit gateway.',
      'Under Transit gateway attachments, look through those that were accepted unasked.',
    ],
    cli: 'aws ec2 modify-transit-gateway --transit-gateway-id <gateway id> --options AutoAcceptSharedAttachments=disable',
    terraform: `resource "aws_ec2_transit_gateway" "hub" {
  description                    = "hub"
  auto_accept_shared_attachments = "disable"
}`,
  },
  source: 'https://docs.aws.amazon.com/vpc/latest/tgw/tgw-transit-gateways.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/ec2-controls.html#ec2-23'],
  over: 'transitGateways',
  needs: ['auto_accept'],
  judge: ({ gateway_id: id, name, state, auto_accept: accepts }) => {
    if (state !== 'available' && state !== 'modifying') return []
    return accepts === 'enable'
      ? fail(`${label(id, name)} attaches VPCs of other accounts without asking.`)
      : pass(`${label(id, name)} attaches VPCs of other accounts only when somebody accepts them.`)
  },
})
