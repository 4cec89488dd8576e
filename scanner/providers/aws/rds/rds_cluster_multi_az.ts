import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'rds_cluster_multi_az',
  title: 'Database cluster has instances in several zones',
  description:
    'Reads whether the instances of each Aurora or Multi-AZ cluster lie in more than one Availability Zone, so that one of them can take over.',
  risk: 'When the only zone or the only instance fails, the database is down until a new instance has been made.',
  decision:
    'Passes when the cluster has instances in more than one zone, and fails when all are in one. A cluster without instances, such as a headless part of a global database or the first Aurora Serverless, gives no finding.',
  fix: {
    text: 'Add a reader in another Availability Zone.',
    console: [
      'Open Aurora and RDS, choose Databases, and select the cluster.',
      'Choose Actions, Add reader.',
      'Choose an Availability Zone other than the writer’s, and a class that can carry the writer’s load.',
    ],
    cli: 'aws rds create-db-instance --db-instance-identifier <reader> --db-cluster-identifier <cluster> --engine <engine> --db-instance-class <class> --availability-zone <other-zone>',
    terraform: `resource "aws_rds_cluster_instance" "ledger" {
  count              = 2
  identifier         = "ledger-\${count.index}"
  cluster_identifier = aws_rds_cluster.ledger.id
  engine             = aws_rds_cluster.ledger.engine
  instance_class     = "db.r7g.large"
  availability_zone  = ["eu-central-1a", "eu-central-1b"][count.index]
}`,
  },
  source:
    'https://docs.aws.amazon.com/AmazonRDS/latest/AuroraUserGuide/Concepts.AuroraHighAvailability.html',
  over: 'clusters',
  needs: ['multi_az'],
  judge: ({ name, instances, multi_az: spread }) => {
    if (instances === 0) return []
    return spread
      ? pass(`The cluster ${name} has instances in several Availability Zones.`)
      : fail(
          `The cluster ${name} has all of its instances (${instances}) in one Availability Zone.`,
        )
  },
})
