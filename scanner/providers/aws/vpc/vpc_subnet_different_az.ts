import { fail, pass } from '../../../kit/index.ts'
import { label } from '../ec2/label.ts'
import { check } from './resources.ts'

export default check({
  id: 'vpc_subnet_different_az',
  title: 'VPC has subnets in more than one Availability Zone',
  description:
    'Counts the Availability Zones that the subnets of each VPC lie in, as what runs in a VPC can be spread no further than its subnets are.',
  risk: 'When the one zone fails, everything in the VPC fails with it, and nothing can be started elsewhere.',
  decision:
    'Passes when the subnets of the VPC lie in two Availability Zones or more, and fails when all lie in one. A VPC without subnets gives no finding.',
  fix: {
    text: 'Create subnets in further Availability Zones, and spread what runs in the VPC over them.',
    console: [
      'Open the VPC console, choose Subnets, then Create subnet.',
      'Choose the VPC, another Availability Zone, and a free part of the VPC’s range.',
      'Choose Create subnet, and associate it with the right route table.',
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
      : fail(`All subnets of ${label(id, name)} lie in ${zones.join()}.`)
  },
})
