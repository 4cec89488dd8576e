import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'neptune_cluster_uses_public_subnet',
  title: 'Neptune cluster lies in private subnets',
  description:
    'Reads the subnet group of each Neptune cluster and the route tables of its subnets, and looks for a way to an internet gateway.',
  risk: 'In a public subnet one public endpoint and one open security group are all that it takes for the internet to reach the graph.',
  decision:
    'Fails when the route table of at least one subnet of the cluster’s subnet group, or the main one of its VPC where it has none, leads to an internet gateway for IPv4 or IPv6. Passes when none does.',
  fix: {
    text: 'Give the cluster a subnet group of subnets without a route to an internet gateway.',
    console: [
      'Open Amazon Neptune, choose Subnet groups, and make one of private subnets in two zones.',
      'Take a snapshot of the cluster and restore it with the new subnet group.',
      'Point the applications at the new cluster and delete the old one.',
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
      ? fail(
          `The Neptune cluster ${name} uses subnets that lead to the internet: ${open.join(', ')}.`,
        )
      : pass(`No subnet of the Neptune cluster ${name} leads to the internet.`),
})
