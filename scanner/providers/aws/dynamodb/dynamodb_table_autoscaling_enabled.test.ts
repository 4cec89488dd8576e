import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './dynamodb_table_autoscaling_enabled.ts'
import { details, table } from './worlds.ts'

verify(check, {
  pass: [
    table(),
    table({
      details: details({ on_demand: false }),
      scaled: ['WriteCapacityUnits', 'ReadCapacityUnits'],
    }),
  ],
  fail: [
    table({ details: details({ on_demand: false }) }),
    table({ details: details({ on_demand: false }), scaled: ['ReadCapacityUnits'] }),
  ],
  none: [table({ details: details({ on_demand: false, status: 'DELETING' }) })],
  unread: [
    table({ details: unread('AccessDeniedException') }),
    table({ scaled: unread('AccessDeniedException') }),
  ],
})
