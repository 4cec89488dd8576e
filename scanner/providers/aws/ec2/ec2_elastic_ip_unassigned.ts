import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_elastic_ip_unassigned',
  title: 'Elastic address is attached to something',
  description: 'Reads of each Elastic address of the account in the region what it stands for.',
  risk: 'A forgotten address costs money every hour, and names and allow-lists that still point to it will trust whatever is put behind it.',
  decision:
    'Passes when the address belongs to a network interface or an instance, running or stopped. Fails when it belongs to neither. Whether names or allow-lists still mention it is not seen.',
  fix: {
    text: 'Release the address after removing the names and rules that mention it.',
    console: [
      'Open Amazon EC2 and choose Elastic IPs; those without an associated instance or interface are unused.',
      'Remove the address from DNS and from allow-lists.',
      'Select it, choose Actions, then Release Elastic IP addresses, and confirm.',
      'If it is to stay, choose Actions, then Associate Elastic IP address.',
    ],
    cli: 'aws ec2 release-address --allocation-id <id>',
    terraform: `resource "aws_eip" "gateway" {
  domain            = "vpc"
  network_interface = aws_network_interface.gateway.id
}`,
    url: 'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/working-with-eips.html',
  },
  source: 'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/elastic-ip-addresses-eip.html',
  over: 'addresses',
  needs: [],
  judge: ({ public_ip, name, attached_to }) =>
    attached_to
      ? pass(`${label(public_ip, name)} is attached to ${attached_to}.`)
      : fail(`${label(public_ip, name)} is attached to nothing.`),
})
