import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'neptune_cluster_public_snapshot',
  title: 'Neptune snapshot is not public',
  description:
    'Reads the accounts that can restore each manual snapshot of a Neptune cluster, and whether the snapshot is public.',
  risk: 'Any AWS account can restore the graph and read all of its nodes, relationships and properties.',
  decision:
    'Fails if all AWS accounts can restore the snapshot. Passes if the snapshot is not shared, or is shared only with named accounts. Automated snapshots, which cannot be shared, and snapshots that were deleted during the scan give no finding.',
  fix: {
    text: 'Make the snapshot private, and encrypt the cluster, because encrypted snapshots cannot be public.',
    console: [
      'Open Amazon Neptune, choose Snapshots, and select the snapshot.',
      'Choose Actions, then Share snapshot.',
      'Set DB snapshot visibility to Private and save. Terraform does not have this setting.',
    ],
    cli: 'aws neptune modify-db-cluster-snapshot-attribute --db-cluster-snapshot-identifier <snapshot> --attribute-name restore --values-to-remove all',
    terraform: null,
  },
  source: 'https://docs.aws.amazon.com/neptune/latest/userguide/backup-restore-share-snapshot.html',
  over: 'snapshots',
  needs: ['shared_with'],
  judge: ({ name, source, shared_with: shared }) => {
    if (shared === null) return []
    return shared.includes('all')
      ? fail(`Snapshot ${name} of Neptune cluster ${source} is public.`)
      : pass(`Snapshot ${name} of Neptune cluster ${source} is not public.`)
  },
})
