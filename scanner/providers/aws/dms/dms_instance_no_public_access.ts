import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check, isPassing } from './resources.ts'

export default check({
  id: 'dms_instance_no_public_access',
  title: 'DMS replication instance is not publicly accessible',
  description:
    'Reads from the list of replication instances whether each instance is publicly accessible.',
  risk: 'An instance that stores the passwords of two databases can be attacked from the internet.',
  decision:
    'Fails if the instance is publicly accessible, regardless of its security groups. Passes if it is not. An instance without this setting in the response is reported as a coverage gap. An instance that is being created or deleted gives no finding.',
  fix: {
    text: 'Create a new replication instance without public access and move the tasks to it.',
    console: [
      'Open AWS DMS, choose Replication instances, and choose Create replication instance.',
      'Under Connectivity, choose a private subnet group and clear Public accessible. This setting cannot be changed later.',
      'Choose Database migration tasks, and move each task with Actions, then Move.',
      'Delete the old instance.',
    ],
    cli: 'aws dms create-replication-instance --replication-instance-identifier <name> --replication-instance-class <class> --no-publicly-accessible',
    terraform: `resource "aws_dms_replication_instance" "orders" {
  replication_instance_id     = "move-orders"
  replication_instance_class  = "dms.t3.medium"
  replication_subnet_group_id = aws_dms_replication_subnet_group.private.id
  publicly_accessible         = false
}`,
  },
  source: 'https://docs.aws.amazon.com/securityhub/latest/userguide/dms-controls.html',
  links: ['https://docs.aws.amazon.com/dms/latest/userguide/CHAP_ReplicationInstance.html'],
  over: 'instances',
  needs: [],
  judge: (instance) => {
    const { name, status } = instance
    if (isPassing(status)) return []
    return known(instance.public, 'dms:DescribeReplicationInstances')
      ? fail(`Replication instance ${name} is publicly accessible.`)
      : pass(`Replication instance ${name} is not publicly accessible.`)
  },
})
