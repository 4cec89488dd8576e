import { verify } from '../../../kit/verify.ts'
import check from './autoscaling_group_capacity_rebalance_enabled.ts'
import { group, mixed } from './worlds.ts'

verify(check, {
  pass: [group()],
  fail: [group({ capacity_rebalance: false })],
  none: [
    group({ capacity_rebalance: false, mixed: null }),
    group({ capacity_rebalance: false, mixed: mixed({ on_demand_percentage: 100 }) }),
  ],
})
