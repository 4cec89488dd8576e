import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_ebs_snapshot_account_block_public_access',
  title: 'The region blocks all public sharing of snapshots',
  description:
    'Reads in each region how much public sharing of snapshots the account’s setting blocks.',
  risk: 'Without the block one wrong permission gives a whole disk to everybody; blocking only new sharing leaves out what is public already.',
  decision:
    'Judged for each region, used or not. Passes only when the state is block-all-sharing. Fails when it is block-new-sharing, which leaves public snapshots public, and when it is unblocked.',
  fix: {
    text: 'Block all public sharing of snapshots in every region, after moving data that is meant to be public elsewhere.',
    console: [
      'Open Amazon EC2 in the region; on the dashboard’s card Account attributes, choose Data protection and security.',
      'Under Block public access for EBS snapshots, choose Manage.',
      'Tick Block public access, choose Block all public sharing, and choose Update.',
      'Do the same in every other region that is enabled.',
    ],
    cli: 'aws ec2 enable-snapshot-block-public-access --state block-all-sharing --region <region>',
    terraform: `resource "aws_ebs_snapshot_block_public_access" "all" {
  for_each = toset(["eu-west-1", "us-east-1"])
  region   = each.key
  state    = "block-all-sharing"
}`,
  },
  source: 'https://docs.aws.amazon.com/ebs/latest/userguide/block-public-access-snapshots.html',
  links: [
    'https://docs.aws.amazon.com/organizations/latest/userguide/orgs_manage_policies_declarative.html',
  ],
  over: 'settings',
  needs: ['snapshot_block'],
  judge: ({ region, snapshot_block: state }) =>
    state === 'block-all-sharing'
      ? pass(`${region} blocks all public sharing of snapshots.`)
      : fail(`${region} does not block all public sharing of snapshots (${state}).`),
})
