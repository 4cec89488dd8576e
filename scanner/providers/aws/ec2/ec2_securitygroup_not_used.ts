import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

/** The first few, for a sentence. */
const some = (found: readonly string[]): string =>
  found.length > 3
    ? `${found.slice(0, 3).join(', ')} and ${found.length - 3} more`
    : found.join(', ')

export default check({
  id: 'ec2_securitygroup_not_used',
  title: 'Security group is in use',
  description:
    'Reads the network interfaces, launch templates, Lambda functions and rules of other groups that use each security group.',
  risk: 'An unused group keeps its old rules, which expose the next resource that is added to it.',
  decision:
    'Passes if a network interface or a Lambda function uses the group, if the default or latest version of a launch template names it, or if a rule of another group references it. Fails if none of these does. Configurations of other services without running resources can still reference the group. Default groups, which cannot be deleted, give no finding.',
  fix: {
    text: 'Delete the group if it is no longer needed.',
    console: [
      'Open the EC2 console, choose Security Groups, and select the group.',
      'Use its description and tags to identify the owner, and confirm that the group is no longer needed.',
      'Choose Actions, and then choose Delete security groups. AWS rejects the deletion while the group is referenced.',
    ],
    cli: 'aws ec2 delete-security-group --group-id <group id>',
    terraform: `# Remove the group from the configuration so that Terraform does not create it again:
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
      : fail(
          `${what} is not used by any interface, launch template, function or rule of another group.`,
        )
  },
})
