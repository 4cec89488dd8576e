import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './acm_certificates_transparency_logs_enabled.ts'
import { certificate } from './worlds.ts'

verify(check, {
  pass: [certificate()],
  fail: [certificate({ transparency_logging: false })],
  none: [
    certificate({ type: 'IMPORTED', transparency_logging: false }),
    certificate({ type: 'PRIVATE', transparency_logging: false }),
    certificate({ status: 'PENDING_VALIDATION', transparency_logging: false }),
  ],
  unread: [certificate({ transparency_logging: unread('AccessDeniedException') })],
})
