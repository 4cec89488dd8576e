import { given, verify } from '../../../kit/verify.ts'
import check from './acm_certificates_expiration_check.ts'
import { certificate } from './worlds.ts'

verify(check, {
  pass: [
    certificate(),
    given(certificate({ expires: '2026-01-25T12:00:00.000Z' }), {
      config: { days_to_expire_threshold: 7 },
    }),
  ],
  fail: [
    certificate({ expires: '2026-01-16T12:00:00.000Z' }),
    certificate({ expires: '2026-02-14T12:00:00.000Z' }),
    certificate({ expires: '2026-01-15T11:59:00.000Z' }),
    certificate({ status: 'EXPIRED', expires: '2025-01-01T00:00:00.000Z' }),
  ],
  none: [
    certificate({ status: 'PENDING_VALIDATION', expires: null }),
    certificate({ status: 'REVOKED', expires: '2025-01-01T00:00:00.000Z' }),
  ],
})
