import { fail, pass } from '../../../kit/index.ts'
import { isCustom } from './engines.ts'
import { check } from './resources.ts'

export default check({
  id: 'rds_instance_minor_version_upgrade_enabled',
  title: 'RDS DB instance has automatic minor version upgrades enabled',
  description:
    'Reads whether RDS can upgrade each DB instance to newer minor versions of its engine in the maintenance window.',
  risk: 'Vulnerabilities that the engine vendor has fixed remain unpatched until the instance is upgraded manually.',
  decision:
    'Passes if automatic minor version upgrades are on. Fails if they are off. Cluster members are checked like other instances, because one instance with the setting off prevents the upgrade of its cluster. RDS Custom, which does not support it, gives no finding.',
  fix: {
    text: 'Enable automatic minor version upgrades and choose a suitable maintenance window.',
    console: [
      'Open Aurora and RDS, choose Databases, then the instance, and choose Modify.',
      'Under Maintenance, turn on Auto minor version upgrade and check the maintenance window.',
      'Choose Continue, then Apply immediately. This change does not cause an interruption.',
    ],
    cli: 'aws rds modify-db-instance --db-instance-identifier <instance> --auto-minor-version-upgrade --apply-immediately',
    terraform: `resource "aws_db_instance" "orders" {
  identifier                  = "orders"
  engine                      = "postgres"
  instance_class              = "db.m7g.large"
  allocated_storage           = 100
  username                    = "larkspur"
  manage_master_user_password = true
  auto_minor_version_upgrade  = true
  maintenance_window          = "sun:03:00-sun:04:00"
}`,
  },
  source:
    'https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/USER_UpgradeDBInstance.Upgrading.html',
  over: 'instances',
  needs: ['minor_upgrades'],
  judge: ({ name, engine, engine_version: version, minor_upgrades: upgrades }) => {
    if (isCustom(engine)) return []
    return upgrades
      ? pass(`DB instance ${name} has automatic minor version upgrades enabled.`)
      : fail(
          `DB instance ${name} with ${engine} ${version} does not have automatic minor version upgrades enabled.`,
        )
  },
})
