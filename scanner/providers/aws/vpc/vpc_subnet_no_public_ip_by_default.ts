import { fail, pass } from '../../../kit/index.ts'
import { label } from '../ec2/label.ts'
import { check } from './resources.ts'

export default check({
  id: 'vpc_subnet_no_public_ip_by_default',
  title: 'Subnet does not assign public IPv4 addresses by default',
  description:
    'Reads whether the subnet automatically assigns a public IPv4 address to new network interfaces.',
  risk: 'An instance launched with default settings gets a public address, and only its security group protects it from the internet.',
  decision:
    'Fails if the subnet assigns public IPv4 addresses on launch, and passes if it does not. IPv6 addresses and routes to the internet are not evaluated. Subnets that other accounts share are not evaluated.',
  fix: {
    text: 'Disable automatic assignment of public IPv4 addresses, and request an address only for launches that need one.',
    console: [
      'Open the VPC console, choose Subnets, and select the subnet.',
      'Choose Actions, and then choose Edit subnet settings.',
      'Clear Enable auto-assign public IPv4 address, and choose Save.',
    ],
    cli: 'aws ec2 modify-subnet-attribute --subnet-id <subnet id> --no-map-public-ip-on-launch',
    terraform: `resource "aws_subnet" "front" {
  vpc_id                  = aws_vpc.main.id
  cidr_block              = "10.20.1.0/24"
  map_public_ip_on_launch = false
}`,
  },
  source: 'https://docs.aws.amazon.com/vpc/latest/userguide/subnet-public-ip.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/ec2-controls.html#ec2-15'],
  over: 'subnets',
  needs: ['public_ipv4_by_default'],
  judge: ({ subnet_id: id, name, public_ipv4_by_default: gives }) =>
    gives
      ? fail(`${label(id, name)} assigns public IPv4 addresses to new interfaces by default.`)
      : pass(`${label(id, name)} does not assign public IPv4 addresses by default.`),
})
