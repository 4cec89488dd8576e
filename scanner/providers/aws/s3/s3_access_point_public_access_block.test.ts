import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './s3_access_point_public_access_block.ts'
import { accessPoint, blocked } from './worlds.ts'

verify(check, {
  pass: [accessPoint()],
  fail: [
    accessPoint({ public_access_block: null }),
    accessPoint({ public_access_block: { ...blocked, ignore_public_acls: false } }),
  ],
  unread: [accessPoint({ public_access_block: unread('AccessDenied') })],
})
