import { given, verify } from '../../../kit/verify.ts'
import check from './elbv2_is_in_multiple_az.ts'
import { loadBalancer } from './worlds.ts'

verify(check, {
  pass: [
    loadBalancer(),
    given(loadBalancer({ zones: ['eu-west-1a'] }), { config: { elbv2_min_azs: 1 } }),
  ],
  fail: [
    loadBalancer({ zones: ['eu-west-1a'] }),
    loadBalancer({ zones: [] }),
    given(loadBalancer(), { config: { elbv2_min_azs: 3 } }),
  ],
})
