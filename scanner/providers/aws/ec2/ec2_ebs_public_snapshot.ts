import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_ebs_public_snapshot',
  title: 'EBS snapshot is not public',
  description:
    'Reads the create volume permissions of each snapshot, and the region setting Block public access for EBS snapshots.',
  risk: 'Anyone with an AWS account can create a volume from a public snapshot and read the whole disk, including deleted data that was not overwritten.',
  decision:
    'Fails if the group all has permission to create volumes from the snapshot, unless the state of the block in the region is block-all-sharing; block-new-sharing is not sufficient. Passes if that group has no permission, even if specific accounts do, or if the state is block-all-sharing. Snapshots deleted during the scan give no finding. If the snapshot is public and the block cannot be read, the check reports a coverage gap instead of a finding.',
  fix: {
    text: 'Make the snapshot private, share it with specific accounts if needed, and block public sharing in every region.',
    console: [
      'Open Amazon EC2, choose Snapshots, and select the snapshot.',
      'Choose Actions, and then choose Modify permissions.',
      'Choose Private, add the accounts that need the snapshot under Shared accounts, and choose Modify permissions.',
      'Replace the secrets that were on the disk. Volumes that other accounts created from the snapshot remain available to them.',
    ],
    cli: 'aws ec2 modify-snapshot-attribute --snapshot-id <id> --attribute createVolumePermission --operation-type remove --group-names all',
    terraform: `# Replaces the public permission with one for a specific account.
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
    if (shared === null) return [] // deleted after it was listed
    if (!shared.includes('all')) return pass(`${it} is not public.`)
    return settings.get(region)?.snapshot_block === 'block-all-sharing'
      ? pass(`${it} is marked as public, but ${region} blocks all public sharing of snapshots.`)
      : fail(`${it} is public.`)
  },
})
