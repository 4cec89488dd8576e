import { given, verify } from '../../../kit/verify.ts'
import check from './secretsmanager_secret_rotated_periodically.ts'
import { secret } from './worlds.ts'

verify(check, {
  pass: [
    secret(),
    secret({ rotated_at: null, created_at: '2025-12-24T00:00:00.000Z' }),
    secret({ rotated_at: '2025-10-17T12:00:00.000Z' }),
    given(secret({ rotated_at: '2025-02-01T00:00:00.000Z' }), {
      config: { max_days_secret_unrotated: 365 },
    }),
  ],
  fail: [
    secret({ rotated_at: '2025-10-16T12:00:00.000Z' }),
    secret({ rotated_at: null }),
    secret({ rotated_at: '2025-06-01T00:00:00.000Z', owning_service: 'rds' }),
  ],
  none: [
    secret({ replica: true, rotated_at: null }),
    secret({ owning_service: 'events', rotates: false, rotated_at: null }),
  ],
})
