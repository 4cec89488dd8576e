import { verify } from '../../../kit/verify.ts'
import check from './autoscaling_group_using_ec2_launch_template.ts'
import { aged, group } from './worlds.ts'

verify(check, {
  pass: [group()],
  fail: [aged],
})
