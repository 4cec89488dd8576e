import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './eks_cluster_not_publicly_accessible.ts'
import { cluster, withDetails } from './worlds.ts'

verify(check, {
  pass: [cluster(), withDetails({ public_access: false, public_ranges: ['0.0.0.0/0'] })],
  fail: [
    withDetails({ public_ranges: ['0.0.0.0/0'] }),
    withDetails({ public_ranges: ['198.51.100.0/24', '::/0'] }),
    withDetails({ public_ranges: ['0.0.0.0/1', '128.0.0.0/1'] }),
    withDetails({ public_ranges: ['0.0.0.0/1'] }),
    withDetails({ public_ranges: ['2000::/4'] }),
    withDetails({ public_ranges: [] }),
  ],
  none: [withDetails({ public_ranges: ['0.0.0.0/0'], status: 'CREATING' })],
  unread: [cluster({ details: unread('AccessDeniedException') })],
})
