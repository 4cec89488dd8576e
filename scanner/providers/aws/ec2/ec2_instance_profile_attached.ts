import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_instance_profile_attached',
  title: 'Instance has a role of its own',
  risk: 'Programs on a machine without a role get their permissions by access keys in files, which live long and leak with the disk.',
  fix: {
    text: 'Attach an instance profile with the few permissions the programs need, and delete access keys from the machine.',
    cli: 'aws ec2 associate-iam-instance-profile --instance-id <id> --iam-instance-profile Name=<name>',
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
