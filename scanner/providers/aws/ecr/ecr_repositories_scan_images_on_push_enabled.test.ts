import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './ecr_repositories_scan_images_on_push_enabled.ts'
import { repository } from './worlds.ts'

verify(check, {
  pass: [repository(), repository({ scan_frequency: 'CONTINUOUS_SCAN' })],
  fail: [repository({ scan_frequency: 'MANUAL' })],
  unread: [repository({ scan_frequency: unread('AccessDeniedException') })],
})
