import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_instance_public_ip',
  title: 'EC2 instance has no public IPv4 address',
  description: 'Reads the public IPv4 addresses of all network interfaces of each instance.',
  risk: 'If the instance has a public address and a route to the internet, only security groups and network ACLs protect it.',
  decision:
    'Fails if any interface has a public IPv4 address, assigned at launch or Elastic, on its primary or a secondary private address. Passes if no interface has one. IPv6 addresses, routes and security groups are not evaluated.',
  fix: {
    text: 'Move the instance to a private subnet, behind a load balancer for inbound traffic and a NAT gateway for outbound traffic.',
    console: [
      'Open Amazon EC2, choose Instances, and select the instance.',
      'Choose Actions, Networking, and then Manage IP addresses. Turn off Auto-assign public IP for the first interface.',
      'To remove an Elastic IP address, choose Elastic IPs, select the address, choose Actions, and then choose Disassociate Elastic IP address.',
      'Route inbound traffic through a load balancer and outbound traffic through a NAT gateway, preferably from a private subnet.',
    ],
    cli: 'aws ec2 modify-network-interface-attribute --network-interface-id <interface> --no-associate-public-ip-address',
    terraform: `resource "aws_subnet" "private" {
  vpc_id                  = aws_vpc.main.id
  cidr_block              = "10.0.1.0/24"
  map_public_ip_on_launch = false
}

resource "aws_instance" "app" {
  ami                         = var.image_id
  instance_type               = "m7i.large"
  subnet_id                   = aws_subnet.private.id
  associate_public_ip_address = false
}`,
  },
  source: 'https://docs.aws.amazon.com/securityhub/latest/userguide/ec2-controls.html#ec2-9',
  links: ['https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/using-instance-addressing.html'],
  over: 'instances',
  needs: ['interfaces'],
  judge: ({ instance_id, name, interfaces }) => {
    const addresses = interfaces.flatMap(({ public_ipv4 }) => public_ipv4)
    return addresses.length === 0
      ? pass(`${label(instance_id, name)} has no public IPv4 address.`)
      : fail(`${label(instance_id, name)} has the public address ${addresses.join(', ')}.`)
  },
})
