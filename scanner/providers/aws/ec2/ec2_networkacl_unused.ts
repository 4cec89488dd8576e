import { fail, pass } from '../../../kit/index.ts'
import { aclSource } from './acl-ingress.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_networkacl_unused',
  title: 'Network ACL is in use',
  risk: 'Leftover ACLs make it hard to see which rules count, and are attached one day by someone who trusts their name.',
  fix: {
    text: 'Delete the network ACL, or attach it to the subnets it was made for.',
    cli: 'aws ec2 delete-network-acl --network-acl-id <id>',
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
