import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'documentdb_cluster_public_snapshot',
  title: 'DocumentDB snapshot is not shared with everybody',
  description:
    'Asks for the accounts that may restore each manual snapshot of a DocumentDB cluster, and whether it is open to all.',
  risk: 'Everyone with an AWS account can restore the snapshot and read every document in it, and the owner never hears of it.',
  decision:
    'Fails when all accounts may restore the snapshot. Passes when none or only named ones may. Automatic snapshots cannot be shared and give no finding, nor do those that were deleted meanwhile.',
  fix: {
    text: 'Take the DocumentDB snapshot back from everybody, and name the accounts that may restore it.',
    console: [
      'Open Amazon DocumentDB, choose Snapshots, and select the snapshot.',
      'Choose Actions, Share.',
      'Set DB snapshot visibility to Private and save; Terraform has no setting for it.',
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
      ? fail(`The snapshot ${name} of the DocumentDB cluster ${source} is shared with everybody.`)
      : pass(
          `The snapshot ${name} of the DocumentDB cluster ${source} is not shared with everybody.`,
        )
  },
})
