import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_elastic_ip_unassigned',
  title: 'Elastic IP address is associated with a resource',
  description: 'Reads the association of each Elastic IP address of the account in the region.',
  risk: 'An unused address costs money every hour. DNS records and allowlists that contain it trust any resource that later uses it.',
  decision:
    'Passes if the address is associated with a network interface or an instance, running or stopped. Fails if it is associated with neither. References in DNS records or allowlists are not evaluated.',
  fix: {
    text: 'Remove the DNS records and rules that reference the address, and then release it.',
    console: [
      'Open Amazon EC2 and choose Elastic IPs. Addresses without an associated instance or interface are unused.',
      'Remove the address from DNS and from allowlists.',
      'Select the address, choose Actions, choose Release Elastic IP addresses, and confirm.',
      'To keep the address, choose Actions, and then choose Associate Elastic IP address.',
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
      ? pass(`${label(public_ip, name)} is associated with ${attached_to}.`)
      : fail(`${label(public_ip, name)} is not associated with any resource.`),
})
