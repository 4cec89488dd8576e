import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './ec2_instance_internet_facing_with_instance_profile.ts'
import { instance, networkInterface } from './worlds.ts'

verify(check, {
  pass: [
    instance(),
    instance({ profile: null, interfaces: [networkInterface({ public_ipv4: ['198.51.100.7'] })] }),
  ],
  fail: [instance({ interfaces: [networkInterface({ public_ipv4: ['198.51.100.7'] })] })],
  unread: [
    instance({ interfaces: unread('broken_answer') }),
    instance({
      profile: unread('broken_answer'),
      interfaces: [networkInterface({ public_ipv4: ['198.51.100.7'] })],
    }),
  ],
})
