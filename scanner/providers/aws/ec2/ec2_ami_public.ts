import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_ami_public',
  title: 'AMI is not public',
  description: 'Reads the public launch permission of each AMI that the account owns.',
  risk: 'Anyone can launch an instance from a public AMI and search its disk for keys, code and customer data.',
  decision:
    'Fails if EC2 reports the image as public. Passes otherwise, including images shared with specific accounts, organizations or organizational units. Images of other owners are not listed.',
  fix: {
    text: 'Remove the public launch permission, and share the image with the accounts that need it.',
    console: [
      'Open Amazon EC2, choose AMIs, and show the public images that you own.',
      'Select the image, choose Actions, and then choose Edit AMI permissions.',
      'Under AMI availability, choose Private.',
      'Under Shared accounts or Shared organizations, add the accounts or organizations that need the image, and choose Save changes.',
      'Replace all secrets that were on its disk. Copies that other accounts made remain available to them.',
    ],
    cli: `aws ec2 modify-image-attribute --image-id <id> --launch-permission 'Remove=[{Group=all}]'`,
    terraform: `# Replaces the permission with group = "all".
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
      ? fail(`${label(image_id, name)} is public: any AWS account can launch it.`)
      : pass(`${label(image_id, name)} is not public.`),
})
