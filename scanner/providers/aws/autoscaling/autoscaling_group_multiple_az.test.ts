import { verify } from '../../../kit/verify.ts'
import check from './autoscaling_group_multiple_az.ts'
import { group } from './worlds.ts'

verify(check, {
  pass: [group()],
  fail: [group({ zones: ['eu-west-1a'] }), group({ zones: [] })],
})
