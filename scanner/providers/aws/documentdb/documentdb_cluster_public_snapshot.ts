import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'documentdb_cluster_public_snapshot',
  title: 'DocumentDB snapshot is not public',
  description:
    'Reads the accounts that can restore each manual snapshot of a DocumentDB cluster, and whether the snapshot is public.',
  risk: 'Any AWS account can restore the snapshot and read every document in it without the owner’s knowledge.',
  decision:
    'Fails if all AWS accounts can restore the snapshot. Passes if no accounts or only named accounts can restore it. Automated snapshots, which cannot be shared, and snapshots that were deleted during the scan give no finding.',
  fix: {
    text: 'Make the DocumentDB snapshot private, and share it only with named accounts.',
    console: [
      'Open Amazon DocumentDB, choose Snapshots, and select the snapshot.',
      'Choose Actions, then Share.',
      'Set DB snapshot visibility to Private and save. Terraform does not have this setting.',
    ],
    cli: 'aws docdb modify-db-cluster-snapshot-attribute --db-cluster-snapshot-identifier <snapshot> --attribute-name restore --values-to-remove all',
    terraform: null,
  },
  source:
    'https://docs.aws.amazon.com/documentdb/latest/developerguide/backup_restore-share_cluster_snapshots.html',
  over: 'snapshots',
  needs: ['shared_with'],
  judge: ({ name, source, shared_with: shared }) => {
    if (shared === null) return []
    return shared.includes('all')
      ? fail(`Snapshot ${name} of DocumentDB cluster ${source} is public.`)
      : pass(`Snapshot ${name} of DocumentDB cluster ${source} is not public.`)
  },
})
