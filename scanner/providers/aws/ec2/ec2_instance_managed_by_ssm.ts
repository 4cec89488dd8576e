import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_instance_managed_by_ssm',
  title: 'Running instance is managed by Systems Manager',
  description:
    'Looks for each running instance among the managed nodes of Systems Manager, through which it can be patched, inventoried and entered without an open port.',
  risk: 'Nobody knows what is installed on the machine or which patches it lacks, and who has to get in opens SSH or RDP for it.',
  decision:
    'Passes when the instance is a managed node whose agent is online. Fails when it is no managed node, or when its agent no longer answers. Instances that are not running give no finding.',
  fix: {
    text: 'Let the instance’s role talk to Systems Manager, and see that the agent runs and reaches it.',
    console: [
      'Open Systems Manager, and choose Fleet Manager to see which nodes it knows.',
      'In the account’s settings there, enable Default Host Management Configuration, or attach AmazonSSMManagedInstanceCore to the instance’s role.',
      'See that SSM Agent runs on the instance, and that it reaches Systems Manager by the internet or by VPC endpoints.',
      'Wait some minutes until the node says Online.',
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
      : fail(`${label(id, name)} does not answer Systems Manager any more (${managed}).`)
  },
})
