import { verify } from '../../../kit/verify.ts'
import check from './route53_domains_transferlock_enabled.ts'
import { domain } from './worlds.ts'

verify(check, {
  pass: [domain()],
  fail: [domain({ transfer_lock: false })],
  unread: [domain({ transfer_lock: null })],
})
