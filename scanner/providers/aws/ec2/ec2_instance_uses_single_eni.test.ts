import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './ec2_instance_uses_single_eni.ts'
import { instance, networkInterface } from './worlds.ts'

verify(check, {
  pass: [
    instance(),
    instance({ interfaces: [] }),
    instance({ interfaces: [networkInterface({ type: 'efa' })] }),
  ],
  fail: [
    instance({ interfaces: [networkInterface(), networkInterface({ interface_id: 'eni-2' })] }),
    ...['efa', 'efa-only', 'trunk'].map((type) =>
      instance({
        interfaces: [networkInterface(), networkInterface({ interface_id: 'eni-2', type })],
      }),
    ),
  ],
  unread: [instance({ interfaces: unread('broken_answer') })],
})
