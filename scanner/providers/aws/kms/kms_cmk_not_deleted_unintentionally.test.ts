import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './kms_cmk_not_deleted_unintentionally.ts'
import { details, key } from './worlds.ts'

verify(check, {
  pass: [key(), key({ details: details({ state: 'Disabled' }) })],
  fail: [
    key({ details: details({ state: 'PendingDeletion', deletion_date: '2026-02-01' }) }),
    key({ details: details({ state: 'PendingReplicaDeletion' }) }),
  ],
  none: [key({ details: details({ manager: 'AWS', state: 'PendingDeletion' }) })],
  unread: [key({ details: unread('AccessDeniedException') })],
})
