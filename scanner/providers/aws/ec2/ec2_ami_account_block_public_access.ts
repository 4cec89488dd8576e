import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_ami_account_block_public_access',
  title: 'Region blocks public access for AMIs',
  description:
    'Reads the account setting Block public access for AMIs in each region, which prevents new public launch permissions.',
  risk: 'Without the block, one incorrect launch permission makes an image and all data on its disk public.',
  decision:
    'Passes if the state is block-new-sharing. Fails in any other state; the only other state in AWS is unblocked. Every region is evaluated, used or not. Images that are already public stay public and are covered by a separate check.',
  fix: {
    text: 'Block new public sharing of images in every region.',
    console: [
      'Open Amazon EC2 in the region. On the dashboard, in the Account attributes card, choose Data protection and security.',
      'Under Block public access for AMIs, choose Manage.',
      'Select Block new public sharing, and choose Update.',
      'Repeat these steps in every other enabled region. The new setting can take up to ten minutes to appear.',
    ],
    cli: 'aws ec2 enable-image-block-public-access --image-block-public-access-state block-new-sharing --region <region>',
    terraform: `resource "aws_ec2_image_block_public_access" "all" {
  for_each = toset(["eu-west-1", "us-east-1"])
  region   = each.key
  state    = "block-new-sharing"
}`,
  },
  source: 'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/block-public-access-to-amis.html',
  links: [
    'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/manage-block-public-access-for-amis.html',
  ],
  over: 'settings',
  needs: ['image_block'],
  judge: ({ region, image_block: state }) =>
    state === 'block-new-sharing'
      ? pass(`${region} blocks public sharing of AMIs.`)
      : fail(`${region} allows public sharing of AMIs (${state}).`),
})
