import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './ec2_confidential_workload_host_public_ip.ts'
import { instance, networkInterface } from './worlds.ts'

const open = [networkInterface(), networkInterface({ public_ipv4: ['203.0.113.7'] })]

verify(check, {
  pass: [
    instance({ enclaves: true }),
    instance({ enclaves: true, interfaces: [networkInterface({ ipv6: ['2001:db8::7'] })] }),
  ],
  fail: [instance({ enclaves: true, interfaces: open })],
  none: [instance({ interfaces: open })],
  unread: [
    instance({ enclaves: unread('broken_answer') }),
    instance({ enclaves: true, interfaces: unread('broken_answer') }),
  ],
})
