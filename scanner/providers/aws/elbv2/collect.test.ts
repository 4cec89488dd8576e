// The collector against incomplete responses: an omitted value is never the better verdict.
import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { isUnread } from '../../../kit/index.ts'
import { answering, collecting, recordsOf } from '../testing/answering.ts'
import { collect } from './collect.ts'

const balancer = (Type: string) => ({
  LoadBalancers: [
    { LoadBalancerArn: 'arn', LoadBalancerName: 'shop', Type, AvailabilityZones: [] },
  ],
})

const secure = { ListenerArn: 'l', Protocol: 'HTTPS', Port: 443, SslPolicy: 'new' }
const policy = { Name: 'new', SslProtocols: ['TLSv1.3'], Ciphers: [{ Name: 'TLS_AES_128' }] }

const read = async (type: string, listener: object, ssl: object = policy) => {
  const aws = answering({
    'elbv2:DescribeLoadBalancers': balancer(type),
    'elbv2:DescribeListeners': { Listeners: [listener] },
    'elbv2:DescribeSSLPolicies': { SslPolicies: [ssl] },
  })
  const [found] = await recordsOf(collect(collecting(aws)).loadBalancers, 'listeners', 'old_tls')
  return [isUnread(found?.listeners), isUnread(found?.old_tls)]
}

test('a listener without a protocol is unread, except of a gateway load balancer', async () => {
  deepEqual(await read('application', secure), [false, false])
  deepEqual(await read('application', { ListenerArn: 'l', Port: 80 }), [true, true])
  deepEqual(await read('gateway', { ListenerArn: 'l' }), [false, false])
})

test('a secure listener without its policy, and a policy with an unnamed cipher, are unread', async () => {
  for (const Protocol of ['HTTPS', 'TLS'])
    deepEqual(await read('network', { ListenerArn: 'l', Protocol, Port: 443 }), [true, true])
  deepEqual(await read('application', secure, { ...policy, Ciphers: [{}] }), [false, true])
})
