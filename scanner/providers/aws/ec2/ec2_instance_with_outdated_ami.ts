import { fail, manual, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_instance_with_outdated_ami',
  title: 'EC2 instance was launched from an AMI that is not deprecated',
  description: 'Reads the AMI of each instance and its deprecation date.',
  risk: 'Deprecated images rarely receive security fixes. If the image is withdrawn, the instance cannot be replaced with an identical one.',
  decision:
    'Fails if the deprecation date of the image has passed. Passes if it has none or the date is in the future. MANUAL if the account cannot see the image because it was withdrawn or its owner keeps it private. Patches applied since the launch are not evaluated.',
  fix: {
    text: 'Rebuild the instance from a current image, and configure the launch template to use the latest version of the image.',
    console: [
      'Open Amazon EC2, choose Instances, choose the instance, and note the AMI ID on the Details tab.',
      'Choose AMI Catalog, and find the current version of the image.',
      'Choose Launch Templates, and create a version with the new image, preferably as a Systems Manager parameter that resolves to the latest image.',
      'Launch a replacement from the template, migrate the workload, and terminate the old instance.',
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
        `${it} was launched from ${image_id}, which this account cannot see: it was withdrawn, or its owner keeps it private.`,
      )
    }
    const { deprecated_at: deprecated } = image
    if (!deprecated)
      return pass(`${it} was launched from ${image_id}, which has no deprecation date.`)
    return Date.parse(deprecated) <= now.getTime()
      ? fail(`${it} was launched from ${image_id}, which has been deprecated since ${deprecated}.`)
      : pass(`${it} was launched from ${image_id}, which is not deprecated until ${deprecated}.`)
  },
})
