import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'rds_snapshots_public_access',
  title: 'Database snapshot is not shared with everybody',
  description:
    'Asks for the accounts that may restore each manual snapshot, of instances and of clusters, and whether everybody is among them.',
  risk: 'Anyone with an AWS account can restore the snapshot and read the whole database at leisure, unseen by its owner.',
  decision:
    'Fails when the snapshot may be restored by all. Passes when it may be restored by nobody else or by named accounts only. Automatic snapshots and those of AWS Backup cannot be shared and give no finding, nor does one that was deleted meanwhile; snapshots of Neptune and DocumentDB have checks of their own.',
  fix: {
    text: 'Make the snapshot private and share it with single accounts where that is needed.',
    console: [
      'Open Aurora and RDS, choose Snapshots, and select the snapshot.',
      'Choose Actions, Share snapshot.',
      'Under DB snapshot visibility choose Private, add the accounts that need it, and save.',
      'Treat what was in it as known: change the passwords and keys that it holds.',
    ],
    cli: 'aws rds modify-db-snapshot-attribute --db-snapshot-identifier <snapshot> --attribute-name restore --values-to-remove all',
    terraform: `resource "aws_db_snapshot" "before_upgrade" {
  db_instance_identifier = aws_db_instance.orders.identifier
  db_snapshot_identifier = "orders-before-upgrade"
  shared_accounts        = ["111122223333"]
}`,
  },
  source: 'https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/USER_ShareSnapshot.html',
  links: [
    'https://docs.aws.amazon.com/AmazonRDS/latest/AuroraUserGuide/aurora-share-snapshot.html',
  ],
  over: 'snapshots',
  needs: ['shared_with'],
  judge: ({ name, source, shared_with: shared }) => {
    if (shared === null) return []
    if (shared.includes('all'))
      return fail(`The snapshot ${name} of ${source} is shared with everybody.`)
    return shared.length === 0
      ? pass(`The snapshot ${name} of ${source} is shared with nobody.`)
      : pass(`The snapshot ${name} of ${source} is shared with named accounts only.`)
  },
})
