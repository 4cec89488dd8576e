import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_ebs_volume_snapshots_exists',
  title: 'Volume has a snapshot',
  risk: 'A volume lives in one zone: without a snapshot its data is gone with a failure there, a wrong command, or an attacker who encrypts it.',
  fix: {
    text: 'Take snapshots on a schedule, by Data Lifecycle Manager or AWS Backup.',
    cli: 'aws ec2 create-snapshot --volume-id <id>',
    url: 'https://docs.aws.amazon.com/ebs/latest/userguide/snapshot-lifecycle.html',
  },
  source: 'https://docs.aws.amazon.com/ebs/latest/userguide/ebs-snapshots.html',
  over: 'volumes',
  needs: [],
  with: { snapshots: { by: 'volume_id', fields: ['snapshot_id'] } },
  judge: ({ volume_id, name }, { joined: { snapshots } }) => {
    const snapshot = snapshots.get(volume_id)
    return snapshot
      ? pass(`${label(volume_id, name)} has a snapshot, ${snapshot.snapshot_id}.`)
      : fail(`${label(volume_id, name)} has no snapshot in this account.`)
  },
})
