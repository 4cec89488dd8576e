import { given, verify } from '../../../kit/verify.ts'
import check from './repository_inactive_not_archived.ts'
import { repository } from './worlds.ts'

const old = repository({ active_at: '2025-10-01T00:00:00Z' })

verify(check, {
  pass: [
    repository(),
    repository({ active_at: '2025-07-20T00:00:00Z' }),
    repository({ archived: true, active_at: '2020-01-01T00:00:00Z' }),
    old,
  ],
  fail: [
    repository({ active_at: '2025-07-19T12:00:00Z' }),
    given(old, { config: { inactive_not_archived_days_threshold: 30 } }),
  ],
})
