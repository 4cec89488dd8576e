import { unread } from '../../../kit/index.ts'
import { given, verify } from '../../../kit/verify.ts'
import check from './ecr_repositories_scan_vulnerabilities_in_latest_image.ts'
import { repository } from './worlds.ts'

const scanned = (status: string | null, counts: Record<string, number> = {}) =>
  repository({ newest_scan: { digest: 'sha256:1f0c', status, counts } })

verify(check, {
  pass: [
    repository(),
    scanned('ACTIVE', { LOW: 4, HIGH: 0 }),
    given(scanned('COMPLETE', { HIGH: 1 }), {
      config: { ecr_repository_vulnerability_minimum_severity: 'CRITICAL' },
    }),
  ],
  fail: [
    scanned('COMPLETE', { MEDIUM: 1 }),
    scanned('ACTIVE', { CRITICAL: 2 }),
    scanned(null),
    scanned('FAILED'),
  ],
  manual: [scanned('UNSUPPORTED_IMAGE'), scanned('SCAN_ELIGIBILITY_EXPIRED')],
  none: [repository({ newest_scan: null }), scanned('IN_PROGRESS')],
  unread: [repository({ newest_scan: unread('AccessDeniedException') })],
})
