import { given, verify } from '../../../kit/verify.ts'
import check from './secretsmanager_secret_unused.ts'
import { secret } from './worlds.ts'

verify(check, {
  pass: [secret(), secret({ accessed_at: null, created_at: '2025-12-24T00:00:00.000Z' })],
  fail: [
    secret({ accessed_at: null }),
    secret({ accessed_at: '2025-09-01T00:00:00.000Z' }),
    secret({ accessed_at: '2025-09-01T00:00:00.000Z', replica: true }),
    given(secret(), { config: { max_days_secret_unused: 0 } }),
  ],
  none: [secret({ owning_service: 'rds', accessed_at: null })],
})
