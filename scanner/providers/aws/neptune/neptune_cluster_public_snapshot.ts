import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'neptune_cluster_public_snapshot',
  title: 'Neptune snapshot is not shared with everybody',
  description:
    'Asks for the accounts that may restore each manual snapshot of a Neptune cluster, and whether everybody is among them.',
  risk: 'Any AWS account can restore the graph and walk it at leisure: who knows whom, what belongs to what, and every property.',
  decision:
    'Fails when the snapshot may be restored by all. Passes when nobody else or only named accounts may. Automatic snapshots, which cannot be shared, and snapshots that were deleted meanwhile give no finding.',
  fix: {
    text: 'Make the snapshot private, and encrypt the cluster, since encrypted snapshots can never be public.',
    console: [
      'Open Amazon Neptune, choose Snapshots, and select the snapshot.',
      'Choose Actions, Share snapshot.',
      'Set DB snapshot visibility to Private and save; Terraform has no setting for it.',
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
      ? fail(`The snapshot ${name} of the Neptune cluster ${source} is shared with everybody.`)
      : pass(`The snapshot ${name} of the Neptune cluster ${source} is not shared with everybody.`)
  },
})
