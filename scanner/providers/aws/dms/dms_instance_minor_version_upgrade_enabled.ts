import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check, isPassing } from './resources.ts'

export default check({
  id: 'dms_instance_minor_version_upgrade_enabled',
  title: 'DMS replication instance has automatic minor version upgrades enabled',
  description:
    'Reads whether each replication instance is upgraded automatically to new minor engine versions in the maintenance window.',
  risk: 'Vulnerabilities of the replication engine remain unpatched, and its version eventually becomes unsupported.',
  decision:
    'Passes if automatic minor version upgrades are on. Fails if they are off. An instance without this setting in the response is reported as a coverage gap. An instance that is being created or deleted gives no finding.',
  fix: {
    text: 'Enable automatic minor version upgrades for the replication instance.',
    console: [
      'Open AWS DMS, choose Replication instances, and choose the instance.',
      'Choose Actions and Modify.',
      'Under Maintenance, choose Automatic version upgrade and a maintenance window with little load, then choose Save.',
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
      ? pass(`Replication instance ${name} has automatic minor version upgrades enabled.`)
      : fail(`Replication instance ${name} does not have automatic minor version upgrades enabled.`)
  },
})
