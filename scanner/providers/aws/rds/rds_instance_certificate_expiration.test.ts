import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './rds_instance_certificate_expiration.ts'
import { instance } from './worlds.ts'

const until = (certificate_ends: string | null) => instance({ certificate_ends })

verify(check, {
  now: new Date('2026-01-15T12:00:00Z'),
  pass: [instance(), until('2026-04-15T12:00:01Z')],
  fail: [
    until('2026-04-15T12:00:00Z'),
    until('2026-01-16T00:00:00Z'),
    until('2024-08-22T17:08:50Z'),
  ],
  none: [until(null)],
  unread: [instance({ certificate_ends: unread('broken_answer') })],
})
