import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './vpc_flow_logs_enabled.ts'
import { flowLog, vpc } from './worlds.ts'

const undelivered = flowLog({ flow_log_id: 'fl-2', delivery_error: 'Access error' })
const accepted = flowLog({ traffic: 'ACCEPT' })

verify(check, {
  pass: [
    vpc(),
    vpc({ flow_logs: [flowLog({ traffic: 'REJECT' })] }),
    vpc({ flow_logs: [undelivered, accepted, flowLog()] }),
  ],
  fail: [
    vpc({ flow_logs: [] }),
    vpc({ flow_logs: [flowLog({ status: 'INACTIVE' })] }),
    vpc({ flow_logs: [accepted] }),
    vpc({ flow_logs: [undelivered] }),
    vpc({ flow_logs: [undelivered, accepted] }),
  ],
  unread: [vpc({ flow_logs: unread('UnauthorizedOperation') })],
})
