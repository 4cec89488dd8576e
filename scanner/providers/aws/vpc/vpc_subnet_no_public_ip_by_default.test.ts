import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './vpc_subnet_no_public_ip_by_default.ts'
import { subnet } from './worlds.ts'

verify(check, {
  pass: [subnet()],
  fail: [subnet({ public_ipv4_by_default: true })],
  unread: [subnet({ public_ipv4_by_default: unread('broken_answer') })],
})
