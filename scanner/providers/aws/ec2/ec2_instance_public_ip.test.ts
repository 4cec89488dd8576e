import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './ec2_instance_public_ip.ts'
import { instance, networkInterface } from './worlds.ts'

verify(check, {
  pass: [
    instance(),
    instance({ interfaces: [] }),
    instance({ interfaces: [networkInterface({ ipv6: ['2600:1f18::7'] })] }),
  ],
  fail: [
    instance({
      interfaces: [networkInterface(), networkInterface({ public_ipv4: ['198.51.100.7'] })],
    }),
  ],
  unread: [instance({ interfaces: unread('broken_answer') })],
})
