import { fail, pass } from '../../../kit/index.ts'
import { check, isPassing } from './resources.ts'

export default check({
  id: 'dynamodb_accelerator_cluster_multi_az',
  title: 'Accelerator cluster has nodes in several zones',
  description:
    'Reads the availability zones in which the nodes of each DynamoDB Accelerator (DAX) cluster run.',
  risk: 'When its one zone fails, the cache is gone and all reads fall on the table at once.',
  decision:
    'Passes when the nodes are in at least two availability zones, fails otherwise, so that a cluster of one node fails too. A cluster that is being created or deleted has no verdict.',
  fix: {
    text: 'Run at least three nodes in different zones.',
    console: [
      'Open DynamoDB and choose Clusters under DAX.',
      'Choose the cluster and, under Nodes, choose Add node.',
      'Choose a zone that has no node yet, and choose Add node.',
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
      ? pass(`The accelerator cluster ${name} has nodes in ${several.join(', ')}.`)
      : fail(`The accelerator cluster ${name} has nodes in ${several[0] ?? 'no zone'} only.`)
  },
})
