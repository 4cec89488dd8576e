import { fail, pass } from '../../../kit/index.ts'
import { label } from '../ec2/label.ts'
import { check } from './resources.ts'

export default check({
  id: 'vpc_subnet_no_public_ip_by_default',
  title: 'Subnet gives out no public IPv4 address unasked',
  description:
    'Reads whether a network interface that is created in the subnet gets a public IPv4 address when its launch does not say otherwise.',
  risk: 'A machine that somebody starts without a thought is on the internet, with nothing but its security group in front of it.',
  decision:
    'Fails when the subnet assigns public IPv4 addresses on launch, and passes when it does not. IPv6 addresses, and whether a route leads to the internet at all, are not asked here. Subnets that another account shares are not judged.',
  fix: {
    text: 'Turn off automatic public IPv4 addresses, and ask for one where a launch needs it.',
    console: [
      'Open the VPC console, choose Subnets, and select the subnet.',
      'Choose Actions, then Edit subnet settings.',
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
      ? fail(`${label(id, name)} gives every new interface a public IPv4 address.`)
      : pass(`${label(id, name)} gives no interface a public IPv4 address unasked.`),
})
