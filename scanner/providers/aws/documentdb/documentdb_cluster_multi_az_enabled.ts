import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'documentdb_cluster_multi_az_enabled',
  title: 'DocumentDB cluster has instances in multiple Availability Zones',
  description:
    'Reads whether the instances of each DocumentDB cluster are in more than one Availability Zone.',
  risk: 'If the Availability Zone of the primary fails and there is no replica elsewhere, the documents are preserved, but unavailable.',
  decision:
    'Passes if the instances are in more than one Availability Zone. Fails if all are in one, which includes a single instance. A cluster without instances gives no finding.',
  fix: {
    text: 'Add a replica to the DocumentDB cluster in another Availability Zone.',
    console: [
      'Open Amazon DocumentDB, choose Clusters, and select the cluster.',
      'Choose Actions, then Add instances.',
      'Choose an Availability Zone other than the primary’s and the same instance class, and choose Create.',
    ],
    cli: 'aws docdb create-db-instance --db-instance-identifier <replica> --db-cluster-identifier <cluster> --engine docdb --db-instance-class <class> --availability-zone <other-zone>',
    terraform: `resource "aws_docdb_cluster_instance" "catalogue" {
  count              = 2
  identifier         = "catalogue-\${count.index}"
  cluster_identifier = aws_docdb_cluster.catalogue.id
  instance_class     = "db.r6g.large"
  availability_zone  = ["eu-central-1a", "eu-central-1b"][count.index]
}`,
  },
  source:
    'https://docs.aws.amazon.com/documentdb/latest/developerguide/db-cluster-fault-tolerance.html',
  over: 'clusters',
  needs: ['multi_az'],
  judge: ({ name, instances, multi_az: spread }) => {
    if (instances === 0) return []
    return spread
      ? pass(`DocumentDB cluster ${name} has instances in multiple Availability Zones.`)
      : fail(
          `DocumentDB cluster ${name} has all of its instances (${instances}) in one Availability Zone.`,
        )
  },
})
