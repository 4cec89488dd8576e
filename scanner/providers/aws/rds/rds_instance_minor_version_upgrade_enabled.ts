import { fail, pass } from '../../../kit/index.ts'
import { isCustom } from './engines.ts'
import { check } from './resources.ts'

export default check({
  id: 'rds_instance_minor_version_upgrade_enabled',
  title: 'Database instance takes minor upgrades by itself',
  description:
    'Reads whether RDS may move each instance to newer minor versions of its engine in the maintenance window.',
  risk: 'Holes that the engine’s makers have closed stay open here until somebody finds the time to upgrade by hand.',
  decision:
    'Passes when automatic minor version upgrades are on, and fails when they are off; members of clusters are judged like others, because one that is off holds back its whole cluster. RDS Custom, which cannot have them, gives no finding.',
  fix: {
    text: 'Turn on automatic minor version upgrades and choose a maintenance window that suits.',
    console: [
      'Open Aurora and RDS, choose Databases, then the instance, and choose Modify.',
      'Under Maintenance, turn on Auto minor version upgrade and check the maintenance window.',
      'Choose Continue, then Apply immediately: this setting interrupts nothing.',
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
      ? pass(`The instance ${name} takes minor upgrades by itself.`)
      : fail(`The instance ${name} stays at ${engine} ${version} until somebody upgrades it.`)
  },
})
