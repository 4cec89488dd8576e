import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_instance_public_ip',
  title: 'Instance has no public IPv4 address',
  description: 'Reads the public IPv4 addresses of all network interfaces of each instance.',
  risk: 'With a public address and a route, nothing but security groups and network ACLs stands between a machine and everyone.',
  decision:
    'Fails when any interface has a public IPv4 address, assigned at launch or Elastic, on its first private address or a further one. Passes when none has. IPv6 addresses, routes and security groups are not looked at.',
  fix: {
    text: 'Move the instance to a private subnet, behind a load balancer for what comes in and a NAT gateway for what goes out.',
    console: [
      'Open Amazon EC2, choose Instances, and select the instance.',
      'Choose Actions, then Networking, then Manage IP addresses, and turn off Auto-assign public IP of the first interface.',
      'Take an Elastic address away under Elastic IPs by Actions, then Disassociate Elastic IP address.',
      'Let traffic in by a load balancer and out by a NAT gateway, best from a private subnet.',
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
