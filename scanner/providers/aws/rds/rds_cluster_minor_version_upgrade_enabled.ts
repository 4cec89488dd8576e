import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'rds_cluster_minor_version_upgrade_enabled',
  title: 'RDS DB cluster has automatic minor version upgrades enabled',
  description:
    'Reads whether RDS can upgrade each Aurora or Multi-AZ DB cluster to newer minor versions in its maintenance window.',
  risk: 'Known vulnerabilities remain unpatched, and the later upgrade to a supported version is larger and riskier.',
  decision:
    'Passes if automatic minor version upgrades are on for the cluster. Fails if they are off. For Aurora, one instance with the setting off turns it off for the cluster. A cluster without this setting in the response gives no finding.',
  fix: {
    text: 'Enable automatic minor version upgrades for the cluster, not for individual instances.',
    console: [
      'Open Aurora and RDS, choose Databases, then the cluster, and choose Modify.',
      'Under Maintenance, turn on Auto minor version upgrade.',
      'Choose Continue and Apply immediately. Upgrades run in the maintenance window.',
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
      ? pass(`Cluster ${name} has automatic minor version upgrades enabled.`)
      : fail(`Cluster ${name} does not have automatic minor version upgrades enabled.`)
  },
})
