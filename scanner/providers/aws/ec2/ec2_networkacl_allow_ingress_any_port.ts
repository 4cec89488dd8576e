import { fail, pass } from '../../../kit/index.ts'
import { aclFix, aclOpening, aclSource } from './acl-ingress.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_networkacl_allow_ingress_any_port',
  title: 'Network ACL does not open every port to the internet',
  risk: 'An ACL that lets everything in is no wall at all: every mistake in a security group of its subnets is at once a way in.',
  fix: aclFix,
  source: aclSource,
  over: 'networkAcls',
  needs: ['entries'],
  judge: (acl) => {
    const open = aclOpening(acl.entries, null)
    return open
      ? fail(
          `${label(acl.acl_id, acl.name)} lets ${open.range} reach every port by entry ${open.number}.`,
        )
      : pass(`${label(acl.acl_id, acl.name)} does not open every port to the internet.`)
  },
})
