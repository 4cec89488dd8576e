import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check, isPassing } from './resources.ts'

export default check({
  id: 'dms_instance_multi_az_enabled',
  title: 'Replication instance has a standby in another zone',
  description: 'Reads whether each replication instance is kept twice, in two availability zones.',
  risk: 'When its zone fails, replication stops, and what has changed meanwhile may have to be copied again.',
  decision:
    'Passes when Multi-AZ is on, fails when it is off. An answer without the setting gives a gap in coverage, and an instance that is being created or deleted has no verdict.',
  fix: {
    text: 'Turn on Multi-AZ.',
    console: [
      'Open AWS DMS, choose Replication instances, and choose the instance.',
      'Choose Actions and Modify.',
      'Under High Availability, choose Production workload (Multi-AZ), then Save.',
    ],
    cli: 'aws dms modify-replication-instance --replication-instance-arn <instance> --multi-az --apply-immediately',
    terraform: `resource "aws_dms_replication_instance" "orders" {
  replication_instance_id    = "move-orders"
  replication_instance_class = "dms.t3.medium"
  multi_az                   = true
}`,
  },
  source: 'https://docs.aws.amazon.com/dms/latest/userguide/CHAP_ReplicationInstance.html',
  over: 'instances',
  needs: [],
  judge: ({ name, status, multi_az }) => {
    if (isPassing(status)) return []
    return known(multi_az, 'dms:DescribeReplicationInstances')
      ? pass(`The replication instance ${name} has a standby in another zone.`)
      : fail(`The replication instance ${name} has no standby in another zone.`)
  },
})
