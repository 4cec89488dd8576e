import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_instance_managed_by_ssm',
  title: 'Running EC2 instance is managed by Systems Manager',
  description: 'Compares each running instance with the managed nodes of Systems Manager.',
  risk: 'Without Systems Manager, installed software and missing patches are unknown, and administrators must open SSH or RDP to connect.',
  decision:
    'Passes if the instance is a managed node whose agent is online. Fails if it is not a managed node, or if its agent no longer responds. Instances that are not running give no finding.',
  fix: {
    text: 'Give the instance role permission to use Systems Manager, and verify that SSM Agent runs and can connect to it.',
    console: [
      'Open Systems Manager, and choose Fleet Manager to see the managed nodes.',
      'In the account settings of Fleet Manager, enable Default Host Management Configuration, or attach AmazonSSMManagedInstanceCore to the instance role.',
      'Verify that SSM Agent runs on the instance and that it can connect to Systems Manager through the internet or VPC endpoints.',
      'Wait a few minutes until the status of the node is Online.',
    ],
    cli: 'aws iam attach-role-policy --role-name <instance role> --policy-arn arn:aws:iam::aws:policy/AmazonSSMManagedInstanceCore',
    terraform: `resource "aws_iam_role_policy_attachment" "ssm" {
  role       = aws_iam_role.web_server.name
  policy_arn = "arn:aws:iam::aws:policy/AmazonSSMManagedInstanceCore"
}`,
  },
  source: 'https://docs.aws.amazon.com/systems-manager/latest/userguide/managed_instances.html',
  links: [
    'https://docs.aws.amazon.com/systems-manager/latest/userguide/troubleshooting-managed-instances.html',
    'https://docs.aws.amazon.com/securityhub/latest/userguide/ssm-controls.html#ssm-1',
  ],
  over: 'instances',
  needs: ['managed'],
  judge: ({ instance_id: id, name, state, managed }) => {
    if (state !== 'running') return []
    if (managed === null) return fail(`${label(id, name)} is not managed by Systems Manager.`)
    return managed === 'Online'
      ? pass(`${label(id, name)} is managed by Systems Manager.`)
      : fail(`${label(id, name)} no longer responds to Systems Manager (${managed}).`)
  },
})
