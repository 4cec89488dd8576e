import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_ebs_public_snapshot',
  title: 'Snapshot is not shared with everybody',
  description:
    'Reads of each snapshot that the account owns who may make volumes from it, and whether the region’s block keeps the public out all the same.',
  risk: 'Anyone with an AWS account can make a volume from a public snapshot and read the whole disk: files, databases, keys, and what was deleted but not written over.',
  decision:
    'Fails when the group all may make volumes from the snapshot, unless the region’s block is block-all-sharing; block-new-sharing does not help. Passes when that group is not there, whichever accounts are, and under the full block. It has no question about a snapshot that is gone by the time it is asked. For a public one, a block that could not be read gives no verdict but a gap in coverage.',
  fix: {
    text: 'Make the snapshot private, share it with single accounts where needed, and block public sharing in every region.',
    console: [
      'Open Amazon EC2, choose Snapshots, and select the snapshot.',
      'Choose Actions, then Modify permissions.',
      'Choose Private, add the accounts that need it under Shared accounts, and choose Modify permissions.',
      'Replace the secrets that were on the disk: volumes that strangers made from it stay theirs.',
    ],
    cli: 'aws ec2 modify-snapshot-attribute --snapshot-id <id> --attribute createVolumePermission --operation-type remove --group-names all',
    terraform: `# In place of permissions for everybody, one for an account.
resource "aws_snapshot_create_volume_permission" "partner" {
  snapshot_id = aws_ebs_snapshot.orders.id
  account_id  = "111122223333"
}`,
    url: 'https://docs.aws.amazon.com/ebs/latest/userguide/ebs-modifying-snapshot-permissions.html',
  },
  source: 'https://docs.aws.amazon.com/ebs/latest/userguide/block-public-access-snapshots.html',
  over: 'snapshots',
  needs: ['shared_with'],
  with: { settings: { by: 'region', fields: ['snapshot_block'] } },
  judge: ({ snapshot_id, name, region, shared_with: shared }, { joined: { settings } }) => {
    const it = label(snapshot_id, name)
    if (shared === null) return [] // deleted since it was listed
    if (!shared.includes('all')) return pass(`${it} is not shared with everybody.`)
    return settings.get(region)?.snapshot_block === 'block-all-sharing'
      ? pass(`${it} is marked as public, and ${region} blocks all public sharing of snapshots.`)
      : fail(`${it} is shared with everybody.`)
  },
})
