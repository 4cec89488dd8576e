import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'neptune_cluster_multi_az',
  title: 'Neptune cluster has instances in multiple Availability Zones',
  description:
    'Reads whether the instances of each Neptune cluster are in more than one Availability Zone.',
  risk: 'If the Availability Zone of the only instance fails, the graph is unavailable until Neptune creates a new instance elsewhere.',
  decision:
    'Passes if the cluster has instances in more than one Availability Zone. Fails if all are in one. A cluster without instances gives no finding.',
  fix: {
    text: 'Add a reader to the Neptune cluster in another Availability Zone.',
    console: [
      'Open Amazon Neptune, choose Databases, and select the cluster.',
      'Choose Actions, then Add reader.',
      'Choose an Availability Zone other than the writer’s and the same instance class, and create the reader.',
    ],
    cli: 'aws neptune create-db-instance --db-instance-identifier <reader> --db-cluster-identifier <cluster> --engine neptune --db-instance-class <class> --availability-zone <other-zone>',
    terraform: `resource "aws_neptune_cluster_instance" "friends" {
  count              = 2
  cluster_identifier = aws_neptune_cluster.friends.id
  engine             = "neptune"
  instance_class     = "db.r6g.large"
  availability_zone  = ["eu-central-1a", "eu-central-1b"][count.index]
}`,
  },
  source:
    'https://docs.aws.amazon.com/neptune/latest/userguide/backup-restore-overview-fault-tolerance.html',
  over: 'clusters',
  needs: ['multi_az'],
  judge: ({ name, instances, multi_az: spread }) => {
    if (instances === 0) return []
    return spread
      ? pass(`Neptune cluster ${name} has instances in multiple Availability Zones.`)
      : fail(
          `Neptune cluster ${name} has all of its instances (${instances}) in one Availability Zone.`,
        )
  },
})
