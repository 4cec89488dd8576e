import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './cloudtrail_s3_dataevents_read_enabled.ts'
import { account, loggingTrail } from './worlds.ts'

const only = (read: boolean, write: boolean) => loggingTrail({ object_events: { read, write } })

verify(check, {
  pass: [account(), account({ logging_trails: [only(false, false), only(true, false)] })],
  fail: [account({ logging_trails: [] }), account({ logging_trails: [only(false, true)] })],
  unread: [account({ logging_trails: unread('AccessDeniedException') })],
})
