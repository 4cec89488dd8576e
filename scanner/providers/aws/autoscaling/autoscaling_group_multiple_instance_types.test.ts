import { verify } from '../../../kit/verify.ts'
import check from './autoscaling_group_multiple_instance_types.ts'
import { group, mixed } from './worlds.ts'

verify(check, {
  pass: [group(), group({ mixed: mixed({ types: [], by_requirements: true }) })],
  fail: [
    group({ mixed: null }),
    group({ mixed: mixed({ types: ['m7g.large'] }) }),
    group({ zones: ['eu-west-1a'] }),
  ],
})
