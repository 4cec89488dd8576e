import { verify } from '../../../kit/verify.ts'
import check from './vpc_endpoint_multi_az_enabled.ts'
import { endpoint } from './worlds.ts'

verify(check, {
  pass: [endpoint()],
  fail: [endpoint({ subnet_ids: ['subnet-1'] })],
  none: [
    endpoint({ type: 'Gateway', subnet_ids: [] }),
    endpoint({ type: 'GatewayLoadBalancer', subnet_ids: ['subnet-1'] }),
    endpoint({ state: 'pendingAcceptance', subnet_ids: ['subnet-1'] }),
    endpoint({ managed: true, subnet_ids: ['subnet-1'] }),
  ],
})
