import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_ebs_public_snapshot',
  title: 'Snapshot is not shared with everybody',
  risk: 'Anyone with an AWS account can make a volume from a public snapshot and read the whole disk: files, databases, keys, and what was deleted from it.',
  fix: {
    text: 'Make the snapshot private, share it with single accounts where needed, and block public sharing in every region.',
    cli: 'aws ec2 modify-snapshot-attribute --snapshot-id <id> --attribute createVolumePermission --operation-type remove --group-names all',
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
