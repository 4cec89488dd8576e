import { unread } from '../../../kit/index.ts'
import { verify, world } from '../../../kit/verify.ts'
import check from './systemlog_streaming_enabled.ts'
import type { Organization } from './resources.ts'

const sound = world<Organization>({
  uid: 'acme.okta.com/organization',
  name: 'acme.okta.com',
  region: '',
  log_streams: [{ name: 'SIEM', type: 'aws_eventbridge', isActive: true }],
})

verify(check, {
  pass: [
    sound(),
    sound({
      log_streams: [
        { name: 'Old', type: 'aws_eventbridge', isActive: false },
        { name: 'New', type: 'splunk_cloud_logstreaming', isActive: true },
      ],
    }),
  ],
  fail: [
    sound({ log_streams: [] }),
    sound({ log_streams: [{ name: 'Old', type: 'aws_eventbridge', isActive: false }] }),
  ],
  unread: [sound({ log_streams: unread('E0000015') })],
})
