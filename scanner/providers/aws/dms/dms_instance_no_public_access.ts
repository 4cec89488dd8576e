import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check, isPassing } from './resources.ts'

export default check({
  id: 'dms_instance_no_public_access',
  title: 'Replication instance has no public address',
  description:
    'Reads from the list of replication instances whether each one has a public address.',
  risk: 'A machine that holds the passwords of two databases can be tried from anywhere on the internet.',
  decision:
    'Fails when the instance is publicly accessible, whatever its security groups let in. Passes when it is not. An answer without the setting gives a gap in coverage, and an instance that is being created or deleted has no verdict.',
  fix: {
    text: 'Make a new replication instance without a public address and move the tasks there.',
    console: [
      'Open AWS DMS, choose Replication instances, and choose Create replication instance.',
      'Under Connectivity, choose a private subnet group and clear Public accessible, because it cannot be changed later.',
      'Choose Database migration tasks, and move each task with Actions and Move.',
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
      ? fail(`The replication instance ${name} is publicly accessible.`)
      : pass(`The replication instance ${name} is not publicly accessible.`)
  },
})
