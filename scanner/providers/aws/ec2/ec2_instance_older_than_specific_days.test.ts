import { unread } from '../../../kit/index.ts'
import { given, verify } from '../../../kit/verify.ts'
import check from './ec2_instance_older_than_specific_days.ts'
import { instance } from './worlds.ts'

verify(check, {
  pass: [
    instance(),
    instance({ launched_at: '2025-07-19T12:00:00.000Z' }),
    instance({ state: 'stopped', launched_at: '2024-01-01T12:00:00.000Z' }),
    given(instance({ launched_at: '2024-01-01T12:00:00.000Z' }), {
      config: { max_ec2_instance_age_in_days: 1000 },
    }),
  ],
  fail: [
    instance({ launched_at: '2025-07-18T12:00:00.000Z' }),
    given(instance(), { config: { max_ec2_instance_age_in_days: 10 } }),
  ],
  unread: [instance({ launched_at: unread('broken_answer') })],
})
