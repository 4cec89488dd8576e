import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './emr_cluster_account_public_block_enabled.ts'
import { region } from './worlds.ts'

verify(check, {
  pass: [region(), region({ public_block: { on: true, exceptions: [] } })],
  fail: [
    region({ public_block: { on: false, exceptions: [] } }),
    region({ public_block: { on: true, exceptions: [{ from: 22, to: 8088 }] } }),
  ],
  unread: [region({ public_block: unread('AccessDeniedException') })],
})
