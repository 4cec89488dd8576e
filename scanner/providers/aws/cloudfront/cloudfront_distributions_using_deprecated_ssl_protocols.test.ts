import { verify } from '../../../kit/verify.ts'
import check from './cloudfront_distributions_using_deprecated_ssl_protocols.ts'
import { distribution, server } from './worlds.ts'

verify(check, {
  pass: [distribution({ origins: [server()] })],
  fail: [
    distribution({ origins: [server({ ssl_protocols: ['TLSv1', 'TLSv1.2'] })] }),
    distribution({ origins: [server(), server({ ssl_protocols: ['SSLv3'] })] }),
  ],
  none: [
    distribution(),
    distribution({
      origins: [server({ protocol_policy: 'http-only', ssl_protocols: ['SSLv3'] })],
    }),
    distribution({ enabled: false, origins: [server({ ssl_protocols: ['SSLv3'] })] }),
  ],
})
