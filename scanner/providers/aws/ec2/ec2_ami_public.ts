import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_ami_public',
  title: 'Machine image is not public',
  description: 'Reads of each image that the account owns whether everybody may launch it.',
  risk: 'Anyone can start a machine from a public image and search its disk for keys, code and customer data that were left in it.',
  decision:
    'Fails when EC2 reports the image as public. Passes otherwise, also when it is shared with single accounts, organisations or units of them. Images of other owners are not listed.',
  fix: {
    text: 'Remove the public launch permission, and share the image with the accounts that need it.',
    console: [
      'Open Amazon EC2, choose AMIs, and show the public images that you own.',
      'Select the image, choose Actions, then Edit AMI permissions.',
      'Under AMI availability, choose Private.',
      'Under Shared accounts or Shared organizations, add those that need the image, and choose Save changes.',
      'Replace whatever secrets were on its disk: copies that strangers made stay theirs.',
    ],
    cli: `aws ec2 modify-image-attribute --image-id <id> --launch-permission 'Remove=[{Group=all}]'`,
    terraform: `# In place of the permission with group = "all".
resource "aws_ami_launch_permission" "partner" {
  image_id   = aws_ami_copy.app.id
  account_id = "111122223333"
}`,
    url: 'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/sharingamis-intro.html',
  },
  source: 'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/block-public-access-to-amis.html',
  over: 'images',
  needs: ['public'],
  judge: ({ image_id, name, public: open }) =>
    open
      ? fail(`${label(image_id, name)} can be launched by everybody.`)
      : pass(`${label(image_id, name)} is not public.`),
})
