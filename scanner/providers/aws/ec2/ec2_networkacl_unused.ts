import { fail, pass } from '../../../kit/index.ts'
import { aclSource } from './acl-ingress.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_networkacl_unused',
  title: 'Network ACL is in use',
  description: 'Counts the subnets that each network ACL is associated with.',
  risk: 'Unused ACLs make it hard to see which rules apply, and can later be associated with a subnet by mistake.',
  decision:
    'Passes if the ACL is associated with at least one subnet, or if it is the default ACL of its VPC, which cannot be deleted. Fails otherwise.',
  fix: {
    text: 'Delete the network ACL, or associate it with the subnets that it is intended for.',
    console: [
      'Open Amazon VPC, choose Network ACLs, and find ACLs without subnets under Associated with.',
      'Determine the purpose of the ACL from its name, tags and rules.',
      'To use it, choose the Subnet associations tab, choose Edit subnet associations, and select its subnets.',
      'Otherwise, select it, choose Actions, and then choose Delete network ACLs.',
    ],
    cli: 'aws ec2 delete-network-acl --network-acl-id <id>',
    terraform: `resource "aws_network_acl" "web" {
  vpc_id     = aws_vpc.main.id
  subnet_ids = [aws_subnet.web.id]
}`,
  },
  source: aclSource,
  over: 'networkAcls',
  needs: [],
  judge: (acl) => {
    const it = label(acl.acl_id, acl.name)
    const count = acl.subnet_ids.length
    if (count > 0)
      return pass(`${it} is associated with ${count} ${count === 1 ? 'subnet' : 'subnets'}.`)
    return acl.default
      ? pass(`${it} is the default network ACL of its VPC and cannot be deleted.`)
      : fail(`${it} is not associated with any subnet.`)
  },
})
