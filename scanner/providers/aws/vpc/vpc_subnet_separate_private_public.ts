import { fail, pass } from '../../../kit/index.ts'
import { label } from '../ec2/label.ts'
import { check } from './resources.ts'

export default check({
  id: 'vpc_subnet_separate_private_public',
  title: 'VPC keeps a private part beside its public one',
  description:
    'Sorts the subnets of each VPC by their route tables into those that lead to an internet gateway and those that do not, to see whether there is a place for what nobody outside has to reach.',
  risk: 'Where every subnet is public, databases and internal services stand one security group rule away from everyone.',
  decision:
    'A subnet is public when its route table, or the main one where it has none of its own, has a live route to an internet gateway. Fails when all subnets of the VPC are public. Passes when some or all are private. A VPC without subnets gives no finding.',
  fix: {
    text: 'Create subnets whose routes do not lead to an internet gateway, and move what need not be reached there.',
    console: [
      'Open the VPC console, choose Route tables, and create a table for the VPC without a route to an internet gateway.',
      'Choose Subnets, then Create subnet, and create subnets for what is internal.',
      'On the tab Route table of each, choose Edit route table association, and choose the new table.',
      'Where machines there call out, add a route to a NAT gateway in a public subnet.',
    ],
    cli: 'aws ec2 associate-route-table --subnet-id <subnet id> --route-table-id <private table id>',
    terraform: `resource "aws_route_table" "private" {
  vpc_id = aws_vpc.main.id
}

resource "aws_route_table_association" "private" {
  subnet_id      = aws_subnet.private.id
  route_table_id = aws_route_table.private.id
}`,
  },
  source: 'https://docs.aws.amazon.com/vpc/latest/userguide/vpc-example-private-subnets-nat.html',
  links: ['https://docs.aws.amazon.com/vpc/latest/userguide/VPC_Internet_Gateway.html'],
  over: 'vpcs',
  needs: ['tiers'],
  judge: ({ vpc_id: id, name, tiers: { public: open, private: closed } }) => {
    const vpc = label(id, name)
    if (open.length + closed.length === 0) return []
    if (closed.length === 0) return fail(`${vpc} has public subnets only (${open.length}).`)
    return open.length === 0
      ? pass(`${vpc} has private subnets only.`)
      : pass(`${vpc} has private subnets (${closed.length}) beside public ones (${open.length}).`)
  },
})
