import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './accessanalyzer_enabled_without_findings.ts'
import { analyzer } from './worlds.ts'

verify(check, {
  pass: [analyzer(), analyzer({ type: 'ORGANIZATION' })],
  fail: [
    analyzer({ findings: { count: 1, more: false } }),
    analyzer({ findings: { count: 100, more: true } }),
  ],
  none: [analyzer({ status: 'CREATING' })],
  unread: [analyzer({ findings: unread('AccessDeniedException') })],
})
