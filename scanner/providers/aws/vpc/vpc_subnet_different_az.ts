import { fail, pass } from '../../../kit/index.ts'
import { label } from '../ec2/label.ts'
import { check } from './resources.ts'

export default check({
  id: 'vpc_subnet_different_az',
  title: 'VPC has subnets in more than one Availability Zone',
  description:
    'Counts the Availability Zones of the subnets in each VPC. Resources can run only in zones that have subnets.',
  risk: 'If the only Availability Zone fails, all resources in the VPC fail and cannot be started in another zone.',
  decision:
    'Passes if the subnets of the VPC are in two or more Availability Zones, and fails if all are in one. A VPC without subnets gives no finding.',
  fix: {
    text: 'Create subnets in additional Availability Zones, and distribute the resources of the VPC across them.',
    console: [
      'Open the VPC console, choose Subnets, and then choose Create subnet.',
      'Choose the VPC, another Availability Zone, and an unused part of the CIDR range of the VPC.',
      'Choose Create subnet, and associate it with the appropriate route table.',
    ],
    cli: 'aws ec2 create-subnet --vpc-id <vpc id> --availability-zone <other zone> --cidr-block <free range>',
    terraform: `resource "aws_subnet" "private" {
  for_each          = { a = "10.20.2.0/24", b = "10.20.3.0/24" }
  vpc_id            = aws_vpc.main.id
  cidr_block        = each.value
  availability_zone = "eu-central-1\${each.key}"
}`,
  },
  source: 'https://docs.aws.amazon.com/vpc/latest/userguide/configure-subnets.html',
  over: 'vpcs',
  needs: ['subnets'],
  judge: ({ vpc_id: id, name, subnets }) => {
    if (subnets.length === 0) return []
    const zones = [...new Set(subnets.map(({ zone }) => zone))].toSorted()
    return zones.length > 1
      ? pass(`${label(id, name)} has subnets in ${zones.join(', ')}.`)
      : fail(`All subnets of ${label(id, name)} are in ${zones.join()}.`)
  },
})
