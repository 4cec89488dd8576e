import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_transitgateway_auto_accept_vpc_attachments',
  title: 'Transit gateway does not automatically accept shared VPC attachments',
  description:
    'Reads whether each transit gateway of the account automatically accepts attachments from the accounts that it is shared with.',
  risk: 'Anyone who controls one of these accounts can connect a VPC to the network without approval.',
  decision:
    'Fails if the gateway accepts shared attachments automatically, and passes if they require manual acceptance. Whether the gateway is currently shared is not evaluated. Gateways that other accounts share, and gateways that are being created or deleted or are deleted, give no finding.',
  fix: {
    text: 'Disable automatic acceptance of shared attachments.',
    console: [
      'Open the VPC console, choose Transit gateways, and select the gateway.',
      'Choose Actions, and then choose Modify transit gateway.',
      'Clear Auto accept shared attachments, and choose Modify transit gateway.',
      'Under Transit gateway attachments, review the attachments that were accepted automatically.',
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
      ? fail(`${label(id, name)} automatically accepts VPC attachments from other accounts.`)
      : pass(
          `${label(id, name)} requires manual acceptance of VPC attachments from other accounts.`,
        )
  },
})
