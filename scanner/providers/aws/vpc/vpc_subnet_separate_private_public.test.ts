import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './vpc_subnet_separate_private_public.ts'
import { vpc } from './worlds.ts'

verify(check, {
  pass: [vpc(), vpc({ tiers: { public: [], private: ['subnet-1'] } })],
  fail: [vpc({ tiers: { public: ['subnet-1', 'subnet-2'], private: [] } })],
  none: [vpc({ tiers: { public: [], private: [] } })],
  unread: [vpc({ tiers: unread('UnauthorizedOperation') })],
})
