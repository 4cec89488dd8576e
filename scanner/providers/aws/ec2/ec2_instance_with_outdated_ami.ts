import { fail, manual, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_instance_with_outdated_ami',
  title: 'Instance was started from an image that is not deprecated',
  description:
    'Looks up the image that each instance was started from, and the date from which its owner calls it deprecated.',
  risk: 'The owner of a deprecated image seldom mends its flaws, and from a withdrawn one the machine cannot be replaced by its like.',
  decision:
    'Fails when the image’s date of deprecation has passed. Passes when it has none or it is still to come. MANUAL when the account cannot see the image: it was withdrawn, or its owner keeps it private. What was patched since the launch is not seen.',
  fix: {
    text: 'Build the machine anew from a current image, and let the launch template follow the image’s latest version.',
    console: [
      'Open Amazon EC2, choose Instances, then the instance, and note the AMI ID on its tab Details.',
      'Choose AMI Catalog, and find the image’s current successor.',
      'Choose Launch Templates, and make a version with the successor, best as a Systems Manager parameter that follows the newest.',
      'Launch a replacement from the template, move the work there, and terminate the old instance.',
    ],
    cli: 'aws ec2 run-instances --image-id resolve:ssm:/aws/service/ami-amazon-linux-latest/al2023-ami-kernel-default-x86_64 --instance-type <type> --subnet-id <subnet>',
    terraform: `resource "aws_launch_template" "app" {
  name          = "app"
  image_id      = "resolve:ssm:/aws/service/ami-amazon-linux-latest/al2023-ami-kernel-default-x86_64"
  instance_type = "m7i.large"
}`,
  },
  source: 'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ami-deprecate.html',
  over: 'instances',
  needs: ['image'],
  judge: ({ instance_id, name, image_id, image }, { now }) => {
    const it = label(instance_id, name)
    if (!image) {
      return manual(
        `${it} was started from ${image_id}, which this account cannot see: it was withdrawn, or its owner keeps it private.`,
      )
    }
    const { deprecated_at: deprecated } = image
    if (!deprecated)
      return pass(`${it} was started from ${image_id}, which has no date of deprecation.`)
    return Date.parse(deprecated) <= now.getTime()
      ? fail(`${it} was started from ${image_id}, which is deprecated since ${deprecated}.`)
      : pass(`${it} was started from ${image_id}, which is not deprecated before ${deprecated}.`)
  },
})
