import { verify } from '../../../kit/verify.ts'
import check from './autoscaling_group_elb_health_check_enabled.ts'
import { group } from './worlds.ts'

verify(check, {
  pass: [group(), group({ health_checks: ['EC2', 'ELB'] })],
  fail: [group({ health_checks: ['EC2'] })],
  none: [group({ load_balanced: false, health_checks: ['EC2'] })],
})
