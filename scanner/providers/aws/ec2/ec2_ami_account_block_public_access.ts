import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_ami_account_block_public_access',
  title: 'The region blocks making machine images public',
  description:
    'Reads in each region the account’s setting that keeps anybody from giving images a public launch permission.',
  risk: 'Without the block one wrong launch permission publishes an image, with everything on its disk.',
  decision:
    'Judged for each region, used or not. Passes when the state is block-new-sharing and fails in any other; unblocked is the only other that AWS has. Images that are public already stay so, and are for another check.',
  fix: {
    text: 'Block new public sharing of images in every region.',
    console: [
      'Open Amazon EC2 in the region; on the dashboard’s card Account attributes, choose Data protection and security.',
      'Under Block public access for AMIs, choose Manage.',
      'Tick Block new public sharing, and choose Update.',
      'Do the same in every other region that is enabled; it may take ten minutes until the setting shows.',
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
      ? pass(`${region} blocks making images public.`)
      : fail(`${region} lets images be made public (${state}).`),
})
