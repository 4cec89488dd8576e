import { fail, pass, unread, withhold } from '../../../kit/index.ts'
import { label } from '../ec2/label.ts'
import { isWithin } from '../ranges.ts'
import { check } from './resources.ts'

export default check({
  id: 'vpc_peering_routing_tables_with_least_privilege',
  title: 'Routes through a peering lead to parts of the other VPC only',
  description:
    'Reads which destinations the route tables of this account send through each peering connection, and compares them with the address ranges of the VPC at the other end.',
  risk: 'When everything is routed, one machine that is taken over in either VPC can try every machine of the other.',
  decision:
    'Fails when the routes of one table through the peering, prefix lists included, together cover a whole IPv4 or IPv6 range of the other VPC. Passes when they reach only parts of it, or when no table routes through the peering. Only tables of this account in the same region are read: what the other side routes back is for its owner. Peerings that are not active give no finding.',
  fix: {
    text: 'Route only to the subnets or hosts at the other end that are needed.',
    console: [
      'Open the VPC console, choose Route tables, and select the table that the finding names.',
      'On the tab Routes, choose Edit routes.',
      'Add a route through the peering connection for each subnet at the other end that is needed.',
      'Remove the route that covers the whole VPC, then choose Save changes.',
    ],
    cli: 'aws ec2 create-route --route-table-id <table id> --destination-cidr-block <subnet range> --vpc-peering-connection-id <peering id> && aws ec2 delete-route --route-table-id <table id> --destination-cidr-block <wide range>',
    terraform: `resource "aws_route" "partner_database" {
  route_table_id            = aws_route_table.application.id
  destination_cidr_block    = "10.30.4.0/24"
  vpc_peering_connection_id = aws_vpc_peering_connection.partner.id
}`,
  },
  source: 'https://docs.aws.amazon.com/vpc/latest/peering/vpc-peering-routing.html',
  links: [
    'https://docs.aws.amazon.com/vpc/latest/peering/peering-configurations-partial-access.html',
  ],
  over: 'peerings',
  needs: ['routes'],
  judge: ({ peering_id: id, name, state, requester, accepter, routes }) => {
    if (state !== 'active') return []
    const peering = label(id, name)
    if (routes.length === 0) return pass(`No route table leads through ${peering}.`)
    const whole = routes.flatMap(({ table_id: table, vpc_id: from, destinations }) => {
      const other = from === accepter.vpc_id ? requester : accepter
      if (other.ranges.length === 0) {
        const action = 'ec2:DescribeVpcPeeringConnections'
        withhold(unread('broken_answer', { outcome: 'error', action }))
      }
      const covered = other.ranges.filter((range) => isWithin(range, destinations))
      return covered.length > 0 ? [`${table} (${covered.join(', ')})`] : []
    })
    return whole.length > 0
      ? fail(`${peering} is routed to the whole of the other VPC by ${whole.join(' and ')}.`)
      : pass(`Routes through ${peering} lead to parts of the other VPC only.`)
  },
})
