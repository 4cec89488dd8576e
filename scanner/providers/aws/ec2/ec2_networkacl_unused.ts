import { fail, pass } from '../../../kit/index.ts'
import { aclSource } from './acl-ingress.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_networkacl_unused',
  title: 'Network ACL is in use',
  description: 'Counts the subnets that each network ACL filters.',
  risk: 'Leftover ACLs make it hard to see which rules count, and are attached one day by someone who trusts their name.',
  decision:
    'Passes when the ACL belongs to at least one subnet, and when it is the default of its VPC, which cannot be deleted. Fails when it is neither.',
  fix: {
    text: 'Delete the network ACL, or attach it to the subnets it was made for.',
    console: [
      'Open Amazon VPC, choose Network ACLs, and look for those with no subnets under Associated with.',
      'Find out from its name, tags and rules what it was made for.',
      'To use it, open the tab Subnet associations, choose Edit subnet associations, and tick its subnets.',
      'Otherwise select it and choose Actions, then Delete network ACLs.',
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
    if (count > 0) return pass(`${it} filters ${count} ${count === 1 ? 'subnet' : 'subnets'}.`)
    return acl.default
      ? pass(`${it} is its VPC’s default, which cannot be deleted.`)
      : fail(`${it} filters no subnet.`)
  },
})
