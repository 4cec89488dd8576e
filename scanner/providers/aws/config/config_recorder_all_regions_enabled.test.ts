import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './config_recorder_all_regions_enabled.ts'
import { region } from './worlds.ts'

const status = { name: 'default', recording: true, last_status: 'SUCCESS' }

verify(check, {
  pass: [region(), region({ statuses: [{ ...status, last_status: null }] })],
  fail: [
    region({ recorders: [], statuses: [] }),
    region({ recorders: [{ name: 'default', all_types: false }] }),
    region({ statuses: [{ ...status, recording: false }] }),
    region({ statuses: [{ ...status, last_status: 'FAILURE' }] }),
    region({ statuses: [] }),
  ],
  unread: [
    region({ recorders: unread('AccessDeniedException') }),
    region({ statuses: unread('AccessDeniedException') }),
  ],
})
