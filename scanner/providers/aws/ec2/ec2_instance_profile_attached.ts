import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_instance_profile_attached',
  title: 'EC2 instance has an instance profile attached',
  description:
    'Reads whether each instance has an instance profile, which provides temporary credentials to its programs.',
  risk: 'Without a role, programs that call AWS need long-term access keys in files, which leak with the disk.',
  decision:
    'Passes if an instance profile is attached, regardless of its role and permissions. Fails if none is attached, even if the programs never call AWS. Stopped instances are evaluated.',
  fix: {
    text: 'Attach an instance profile with least-privilege permissions, and delete access keys from the instance.',
    console: [
      'Open AWS IAM and create a role for the EC2 use case with only the permissions that the programs need.',
      'Open Amazon EC2, choose Instances, and select the instance.',
      'Choose Actions, Security, and then Modify IAM role.',
      'Choose the role, choose Update IAM role, and delete access keys from the instance and from IAM.',
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
  needs: ['profile'],
  judge: ({ instance_id, name, profile }) =>
    profile
      ? pass(`${label(instance_id, name)} has the instance profile ${profile}.`)
      : fail(`${label(instance_id, name)} has no instance profile.`),
})
