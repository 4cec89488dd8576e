import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check, isPassing } from './resources.ts'

export default check({
  id: 'dms_instance_minor_version_upgrade_enabled',
  title: 'Replication instance takes minor versions by itself',
  description:
    'Reads whether each replication instance is upgraded to new minor versions of its engine in the maintenance window.',
  risk: 'Holes of the replication engine stay open, and one day its version is no longer supported.',
  decision:
    'Passes when automatic minor version upgrades are on, fails when they are off. An answer without the setting gives a gap in coverage, and an instance that is being created or deleted has no verdict.',
  fix: {
    text: 'Let the replication instance upgrade its minor version by itself.',
    console: [
      'Open AWS DMS, choose Replication instances, and choose the instance.',
      'Choose Actions and Modify.',
      'Under Maintenance, choose Automatic version upgrade and a quiet window, then Save.',
    ],
    cli: 'aws dms modify-replication-instance --replication-instance-arn <instance> --auto-minor-version-upgrade',
    terraform: `resource "aws_dms_replication_instance" "orders" {
  replication_instance_id      = "move-orders"
  replication_instance_class   = "dms.t3.medium"
  auto_minor_version_upgrade   = true
  preferred_maintenance_window = "sun:03:00-sun:04:00"
}`,
  },
  source: 'https://docs.aws.amazon.com/securityhub/latest/userguide/dms-controls.html',
  links: ['https://docs.aws.amazon.com/dms/latest/userguide/CHAP_ReplicationInstance.html'],
  over: 'instances',
  needs: [],
  judge: ({ name, status, minor_upgrades }) => {
    if (isPassing(status)) return []
    return known(minor_upgrades, 'dms:DescribeReplicationInstances')
      ? pass(`The replication instance ${name} takes minor versions by itself.`)
      : fail(`The replication instance ${name} does not take minor versions by itself.`)
  },
})
