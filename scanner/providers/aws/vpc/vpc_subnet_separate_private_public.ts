import { fail, pass } from '../../../kit/index.ts'
import { label } from '../ec2/label.ts'
import { check } from './resources.ts'

export default check({
  id: 'vpc_subnet_separate_private_public',
  title: 'VPC has private subnets',
  description:
    'Reads the route tables of the subnets in each VPC to determine which subnets have a route to an internet gateway.',
  risk: 'If every subnet is public, one incorrect security group rule exposes databases and internal services to the internet.',
  decision:
    'Fails if all subnets of the VPC are public. A subnet is public if its route table, or the main route table if it has none, has an active route to an internet gateway. Passes if some or all subnets are private. A VPC without subnets gives no finding.',
  fix: {
    text: 'Create subnets without a route to an internet gateway, and move internal resources to them.',
    console: [
      'Open the VPC console, choose Route tables, and create a route table for the VPC without a route to an internet gateway.',
      'Choose Subnets, choose Create subnet, and create subnets for internal resources.',
      'On the Route table tab of each subnet, choose Edit route table association, and choose the new route table.',
      'If resources in the subnets need outbound access, add a route to a NAT gateway in a public subnet.',
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
    if (closed.length === 0) return fail(`${vpc} has only public subnets (${open.length}).`)
    return open.length === 0
      ? pass(`${vpc} has only private subnets.`)
      : pass(`${vpc} has ${closed.length} private and ${open.length} public subnets.`)
  },
})
