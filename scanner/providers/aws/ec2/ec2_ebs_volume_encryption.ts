import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_ebs_volume_encryption',
  title: 'Volume is encrypted',
  risk: 'Data on a plain volume stays readable in every snapshot and copy of it, and no key policy stands between it and whoever may copy snapshots.',
  fix: {
    text: 'Copy a snapshot of the volume with encryption, make a new volume from the copy and swap them; turn on encryption by default for the next ones.',
    cli: 'aws ec2 copy-snapshot --source-region <region> --source-snapshot-id <id> --encrypted',
    url: 'https://docs.aws.amazon.com/ebs/latest/userguide/ebs-encryption.html',
  },
  source: 'https://docs.aws.amazon.com/ebs/latest/userguide/how-ebs-encryption-works.html',
  over: 'volumes',
  needs: ['encrypted'],
  judge: ({ volume_id, name, encrypted }) =>
    encrypted
      ? pass(`${label(volume_id, name)} is encrypted.`)
      : fail(`${label(volume_id, name)} is not encrypted.`),
})
