import { fail, pass, unread, withhold } from '../../../kit/index.ts'
import { label } from '../ec2/label.ts'
import { isWithin } from '../ranges.ts'
import { check } from './resources.ts'

export default check({
  id: 'vpc_peering_routing_tables_with_least_privilege',
  title: 'VPC peering routes do not cover the entire peer VPC',
  description:
    'Compares the destinations that the route tables of this account send through each peering connection with the CIDR ranges of the peer VPC.',
  risk: 'If the routes cover the entire VPC, one compromised host in either VPC can attack every host in the other.',
  decision:
    'Fails if the peering routes of one route table, including prefix lists, together cover an entire IPv4 or IPv6 range of the peer VPC. Passes if they cover only parts of it, or if no route table uses the peering connection. Only route tables of this account in the same region are read; the owner of the peer VPC is responsible for return routes. Peering connections that are not active give no finding.',
  fix: {
    text: 'Add routes only for the required subnets or hosts in the peer VPC.',
    console: [
      'Open the VPC console, choose Route tables, and select the route table that the finding names.',
      'On the Routes tab, choose Edit routes.',
      'Add a route through the peering connection for each required subnet of the peer VPC.',
      'Remove the route that covers the entire VPC, and choose Save changes.',
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
    if (routes.length === 0) return pass(`No route table has a route through ${peering}.`)
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
      ? fail(`${peering} has routes that cover the entire peer VPC in ${whole.join(' and ')}.`)
      : pass(`Routes through ${peering} cover only parts of the peer VPC.`)
  },
})
