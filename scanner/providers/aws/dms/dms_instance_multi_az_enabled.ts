import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check, isPassing } from './resources.ts'

export default check({
  id: 'dms_instance_multi_az_enabled',
  title: 'DMS replication instance has Multi-AZ enabled',
  description:
    'Reads whether each replication instance has a standby in a second Availability Zone.',
  risk: 'If the Availability Zone fails, replication stops, and data that changed in the meantime may have to be copied again.',
  decision:
    'Passes if Multi-AZ is on. Fails if it is off. An instance without this setting in the response is reported as a coverage gap. An instance that is being created or deleted gives no finding.',
  fix: {
    text: 'Enable Multi-AZ for the replication instance.',
    console: [
      'Open AWS DMS, choose Replication instances, and choose the instance.',
      'Choose Actions and Modify.',
      'Under High Availability, choose Production workload (Multi-AZ), then choose Save.',
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
      ? pass(`Replication instance ${name} has a standby in another Availability Zone.`)
      : fail(`Replication instance ${name} does not have a standby in another Availability Zone.`)
  },
})
