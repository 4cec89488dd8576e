import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'rds_cluster_minor_version_upgrade_enabled',
  title: 'Database cluster takes minor upgrades by itself',
  description:
    'Reads whether RDS may move each Aurora or Multi-AZ cluster as a whole to newer minor versions in its maintenance window.',
  risk: 'The cluster falls behind, known holes stay open, and one day the leap to a supported version is a large and hurried one.',
  decision:
    'Passes when automatic minor version upgrades are on for the cluster, and fails when they are off; for Aurora one member that has them off turns them off for the cluster. A cluster whose answer does not say gives no finding.',
  fix: {
    text: 'Turn on automatic minor version upgrades for the cluster, not for single members.',
    console: [
      'Open Aurora and RDS, choose Databases, then the cluster, and choose Modify.',
      'Under Maintenance, turn on Auto minor version upgrade.',
      'Choose Continue and Apply immediately; upgrades then wait for the maintenance window.',
    ],
    cli: 'aws rds modify-db-cluster --db-cluster-identifier <cluster> --auto-minor-version-upgrade --apply-immediately',
    terraform: `resource "aws_rds_cluster_instance" "ledger" {
  count                      = 2
  identifier                 = "ledger-\${count.index}"
  cluster_identifier         = aws_rds_cluster.ledger.id
  engine                     = aws_rds_cluster.ledger.engine
  instance_class             = "db.r7g.large"
  auto_minor_version_upgrade = true
}`,
  },
  source:
    'https://docs.aws.amazon.com/AmazonRDS/latest/AuroraUserGuide/Aurora.Maintenance.AMVU.html',
  over: 'clusters',
  needs: [],
  judge: ({ name, minor_upgrades: upgrades }) => {
    if (upgrades === null) return []
    return upgrades
      ? pass(`The cluster ${name} takes minor upgrades by itself.`)
      : fail(`The cluster ${name} waits for somebody to make its minor upgrades.`)
  },
})
