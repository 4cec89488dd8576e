import { verify } from '../../../kit/verify.ts'
import check from './ec2_securitygroup_from_launch_wizard.ts'
import { securityGroup } from './worlds.ts'

verify(check, {
  pass: [securityGroup()],
  fail: [securityGroup({ name: 'launch-wizard-7' })],
})
