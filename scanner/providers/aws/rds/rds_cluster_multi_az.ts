import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'rds_cluster_multi_az',
  title: 'RDS DB cluster has instances in multiple Availability Zones',
  description:
    'Reads whether the instances of each Aurora or Multi-AZ DB cluster are in more than one Availability Zone.',
  risk: 'If the only Availability Zone or the only instance fails, the database is unavailable until a new instance is created.',
  decision:
    'Passes if the cluster has instances in more than one Availability Zone. Fails if all instances are in one. A cluster without instances, such as a headless secondary cluster of a global database or Aurora Serverless v1, gives no finding.',
  fix: {
    text: 'Add a reader in another Availability Zone.',
    console: [
      'Open Aurora and RDS, choose Databases, and select the cluster.',
      'Choose Actions, then Add reader.',
      'Choose an Availability Zone other than the writer’s, and an instance class that can handle the writer’s load.',
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
      ? pass(`Cluster ${name} has instances in multiple Availability Zones.`)
      : fail(`Cluster ${name} has all of its instances (${instances}) in one Availability Zone.`)
  },
})
