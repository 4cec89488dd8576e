import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'rds_snapshots_public_access',
  title: 'RDS snapshot is not public',
  description:
    'Reads the accounts that can restore each manual snapshot of DB instances and DB clusters, and whether the snapshot is public.',
  risk: 'Any AWS account can restore the snapshot and read the entire database without the owner’s knowledge.',
  decision:
    'Fails if all AWS accounts can restore the snapshot. Passes if the snapshot is not shared, or is shared only with named accounts. Automated snapshots and AWS Backup snapshots cannot be shared and give no finding. A snapshot that was deleted during the scan gives no finding. Separate checks cover snapshots of Neptune and DocumentDB.',
  fix: {
    text: 'Make the snapshot private and share it only with individual accounts that need it.',
    console: [
      'Open Aurora and RDS, choose Snapshots, and select the snapshot.',
      'Choose Actions, then Share snapshot.',
      'Under DB snapshot visibility, choose Private, add the accounts that need the snapshot, and save.',
      'Treat the contents of the snapshot as exposed, and rotate the passwords and keys in it.',
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
    if (shared.includes('all')) return fail(`Snapshot ${name} of ${source} is public.`)
    return shared.length === 0
      ? pass(`Snapshot ${name} of ${source} is not shared.`)
      : pass(`Snapshot ${name} of ${source} is shared with named accounts only.`)
  },
})
