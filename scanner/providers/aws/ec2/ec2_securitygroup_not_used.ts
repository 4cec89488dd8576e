import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

/** The first few of them. */
const some = (found: readonly string[]): string =>
  found.length > 3
    ? `${found.slice(0, 3).join(', ')} and ${found.length - 3} more`
    : found.join(', ')

export default check({
  id: 'ec2_securitygroup_not_used',
  title: 'Security group is used',
  description:
    'Looks for whatever uses a security group: network interfaces, launch templates, Lambda functions, and rules of other groups.',
  risk: 'A forgotten group keeps its old rules, and the next machine that somebody puts into it is as open as the last one was.',
  decision:
    'Passes when a network interface is in the group, when the default or latest version of a launch template names it, when a Lambda function runs in it, or when a rule of another group refers to it. Fails when none of these does; other services may still keep it in a configuration without anything running. Default groups, which cannot be deleted, give no finding.',
  fix: {
    text: 'Delete the group when nothing is going to use it again.',
    console: [
      'Open the EC2 console, choose Security Groups, and select the group.',
      'Look through its description and tags for whoever made it, and ask.',
      'Choose Actions, then Delete security groups; AWS refuses while something still refers to it.',
    ],
    cli: 'aws ec2 delete-security-group --group-id <group id>',
    terraform: `# Take the group out of the configuration. This keeps Terraform from making it again:
removed {
  from = aws_security_group.unused
  lifecycle {
    destroy = true
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/vpc/latest/userguide/deleting-security-groups.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/ec2-controls.html#ec2-22'],
  over: 'securityGroups',
  needs: ['attachments', 'templates', 'functions', 'referrers'],
  judge: ({ group_id: id, name, attachments, templates, functions, referrers }) => {
    if (name === 'default') return []
    const what = label(id, name)
    const used = (by: string, found: readonly string[]) =>
      pass(`${what} is in use (${by}: ${some(found)}).`)
    const faces = attachments.map(({ interface_id }) => interface_id)
    if (faces.length > 0) return used('interfaces', faces)
    if (templates.length > 0) return used('launch templates', templates)
    if (functions.length > 0) return used('functions', functions)
    return referrers.length > 0
      ? used('rules of other groups', referrers)
      : fail(`${what} is used by no interface, launch template, function or rule of another group.`)
  },
})
