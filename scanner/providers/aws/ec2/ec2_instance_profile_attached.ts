import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_instance_profile_attached',
  title: 'Instance has an instance profile',
  description:
    'Reads whether each instance carries an instance profile, from which its programs get credentials that change by themselves.',
  risk: 'Programs that call AWS from a machine without a role need access keys in files, which live long and leak with the disk.',
  decision:
    'Passes when an instance profile is attached, whatever role it holds and whatever that may do. Fails when there is none, also where the programs never call AWS. Stopped instances are judged as well.',
  fix: {
    text: 'Attach an instance profile with the few permissions the programs need, and delete access keys from the machine.',
    console: [
      'Open AWS IAM and create a role for the use case EC2, with the few permissions that the programs need.',
      'Open Amazon EC2, choose Instances, and select the instance.',
      'Choose Actions, then Security, then Modify IAM role.',
      'Choose the role and Update IAM role, then delete access keys from the machine and from IAM.',
    ],
    cli: 'aws ec2 associate-iam-instance-profile --instance-id <id> --iam-instance-profile Name=<name>',
    terraform: `resource "aws_iam_instance_profile" "app" {
  name = "app"
  role = aws_iam_role.app.name
}

resource "aws_instance" "app" {
  ami                  = var.image_id
  instance_type        = "m7i.large"
  iam_instance_profile = aws_iam_instance_profile.app.name
}`,
    url: 'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/attach-iam-role.html',
  },
  source: 'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/iam-roles-for-amazon-ec2.html',
  over: 'instances',
  needs: [],
  judge: ({ instance_id, name, profile }) =>
    profile
      ? pass(`${label(instance_id, name)} has the instance profile ${profile}.`)
      : fail(`${label(instance_id, name)} has no instance profile.`),
})
