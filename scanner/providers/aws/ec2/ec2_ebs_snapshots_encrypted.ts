import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_ebs_snapshots_encrypted',
  title: 'Snapshot is encrypted',
  risk: 'A plain snapshot needs no key to be copied or shared: whoever gets at it reads the disk, also in another account.',
  fix: {
    text: 'Copy the snapshot with encryption and delete the plain one; encrypt the volume so that the next ones are encrypted too.',
    cli: 'aws ec2 copy-snapshot --source-region <region> --source-snapshot-id <id> --encrypted',
    url: 'https://docs.aws.amazon.com/ebs/latest/userguide/ebs-copy-snapshot.html',
  },
  source: 'https://docs.aws.amazon.com/ebs/latest/userguide/how-ebs-encryption-works.html',
  over: 'snapshots',
  needs: ['encrypted'],
  judge: ({ snapshot_id, name, encrypted }) =>
    encrypted
      ? pass(`${label(snapshot_id, name)} is encrypted.`)
      : fail(`${label(snapshot_id, name)} is not encrypted.`),
})
