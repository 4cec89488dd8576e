import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'neptune_cluster_uses_public_subnet',
  title: 'Neptune cluster does not use public subnets',
  description:
    'Reads the subnet group of each Neptune cluster and the route tables of its subnets for routes to an internet gateway.',
  risk: 'In a public subnet, one public endpoint and one permissive security group expose the graph to the internet.',
  decision:
    'Fails if the route table of at least one subnet of the cluster’s subnet group has a route to an internet gateway for IPv4 or IPv6. The main route table of the VPC applies to a subnet without one. Passes if no subnet has such a route.',
  fix: {
    text: 'Use a subnet group for the cluster whose subnets have no route to an internet gateway.',
    console: [
      'Open Amazon Neptune, choose Subnet groups, and create one with private subnets in two Availability Zones.',
      'Take a snapshot of the cluster and restore it with the new subnet group.',
      'Switch the applications to the new cluster and delete the old one.',
    ],
    cli: 'aws neptune restore-db-cluster-from-snapshot --db-cluster-identifier <new-cluster> --snapshot-identifier <snapshot> --engine neptune --db-subnet-group-name <private-subnet-group>',
    terraform: `resource "aws_neptune_subnet_group" "private" {
  name       = "graphs"
  subnet_ids = [aws_subnet.private_a.id, aws_subnet.private_b.id]
}

resource "aws_neptune_cluster" "friends" {
  cluster_identifier        = "friends"
  engine                    = "neptune"
  neptune_subnet_group_name = aws_neptune_subnet_group.private.name
}`,
  },
  source: 'https://docs.aws.amazon.com/neptune/latest/userguide/get-started-vpc.html',
  links: ['https://docs.aws.amazon.com/vpc/latest/userguide/VPC_Internet_Gateway.html'],
  over: 'clusters',
  needs: ['public_subnets'],
  judge: ({ name, public_subnets: open }) =>
    open.length > 0
      ? fail(`Neptune cluster ${name} uses public subnets: ${open.join(', ')}.`)
      : pass(`Neptune cluster ${name} does not use public subnets.`),
})
