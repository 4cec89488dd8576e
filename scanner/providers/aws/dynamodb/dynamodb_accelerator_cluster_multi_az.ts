import { fail, pass } from '../../../kit/index.ts'
import { check, isPassing } from './resources.ts'

export default check({
  id: 'dynamodb_accelerator_cluster_multi_az',
  title: 'DAX cluster has nodes in multiple Availability Zones',
  description:
    'Reads the Availability Zones of the nodes of each DynamoDB Accelerator (DAX) cluster.',
  risk: 'If the only Availability Zone fails, the cache is unavailable and all reads go to the table at once.',
  decision:
    'Passes if the nodes are in at least two Availability Zones. Otherwise fails, including a cluster with one node. A cluster that is being created or deleted gives no finding.',
  fix: {
    text: 'Run at least three nodes in different Availability Zones.',
    console: [
      'Open DynamoDB and choose Clusters under DAX.',
      'Choose the cluster and, under Nodes, choose Add node.',
      'Choose an Availability Zone without a node, and choose Add node.',
    ],
    cli: 'aws dax increase-replication-factor --cluster-name <name> --new-replication-factor 3 --availability-zones <zone>',
    terraform: `resource "aws_dax_cluster" "orders" {
  cluster_name       = "orders"
  iam_role_arn       = aws_iam_role.dax.arn
  node_type          = "dax.r5.large"
  replication_factor = 3
  availability_zones = ["eu-west-1a", "eu-west-1b", "eu-west-1c"]
}`,
  },
  source:
    'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/DAX.concepts.cluster.html',
  over: 'accelerators',
  needs: [],
  judge: ({ name, status, zones }) => {
    if (isPassing(status)) return []
    const several = [...new Set(zones)].toSorted()
    return several.length > 1
      ? pass(`DAX cluster ${name} has nodes in ${several.join(', ')}.`)
      : fail(`DAX cluster ${name} has nodes in ${several[0] ?? 'no Availability Zone'} only.`)
  },
})
