import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_ebs_snapshot_account_block_public_access',
  title: 'Region blocks public access for EBS snapshots',
  description: 'Reads the account setting Block public access for EBS snapshots in each region.',
  risk: 'Without the block, one incorrect permission makes a whole disk public. Blocking only new sharing leaves existing public snapshots public.',
  decision:
    'Passes only if the state is block-all-sharing. Fails if it is block-new-sharing, which leaves public snapshots public, or unblocked. Every region is evaluated, used or not.',
  fix: {
    text: 'Block all public sharing of snapshots in every region. First move data that must be public to another location.',
    console: [
      'Open Amazon EC2 in the region. On the dashboard, in the Account attributes card, choose Data protection and security.',
      'Under Block public access for EBS snapshots, choose Manage.',
      'Select Block public access, choose Block all public sharing, and choose Update.',
      'Repeat these steps in every other enabled region.',
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
