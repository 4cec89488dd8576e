import { verify } from '../../../kit/verify.ts'
import check from './cloudfront_distributions_origin_traffic_encrypted.ts'
import { behavior, distribution, origin, server } from './worlds.ts'

const lax = (target: string) => [behavior({ target, viewer_policy: 'allow-all' })]
const vpc = origin({ kind: 'vpc', domain: 'internal.example', access_control: null })

verify(check, {
  pass: [
    distribution(),
    distribution({ origins: [server()], behaviors: lax('shop') }),
    distribution({ origins: [server({ protocol_policy: 'match-viewer' })] }),
  ],
  fail: [
    distribution({ origins: [server({ protocol_policy: 'http-only' })] }),
    distribution({
      origins: [server({ protocol_policy: 'match-viewer' })],
      behaviors: lax('shop'),
    }),
    distribution({ behaviors: lax('website') }),
    distribution({
      groups: [{ id: 'both', members: ['website', 'copy'] }],
      behaviors: lax('both'),
    }),
  ],
  manual: [distribution({ origins: [origin(), vpc] })],
  none: [distribution({ enabled: false, behaviors: lax('website') })],
})
