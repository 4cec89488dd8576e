import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_ebs_snapshot_account_block_public_access',
  title: 'The region blocks all public sharing of snapshots',
  risk: 'Without the block one wrong permission gives a whole disk to everybody; blocking only new sharing leaves out what is public already.',
  fix: {
    text: 'Block all public sharing of snapshots in every region, after moving data that is meant to be public elsewhere.',
    cli: 'aws ec2 enable-snapshot-block-public-access --state block-all-sharing --region <region>',
    url: 'https://docs.aws.amazon.com/ebs/latest/userguide/block-public-access-snapshots.html',
  },
  source: 'https://docs.aws.amazon.com/ebs/latest/userguide/block-public-access-snapshots.html',
  over: 'settings',
  needs: ['snapshot_block'],
  judge: ({ region, snapshot_block: state }) =>
    state === 'block-all-sharing'
      ? pass(`${region} blocks all public sharing of snapshots.`)
      : fail(`${region} does not block all public sharing of snapshots (${state}).`),
})
