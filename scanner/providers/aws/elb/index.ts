import { service } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { collect } from './collect.ts'
import connectionDrainingEnabled from './elb_connection_draining_enabled.ts'
import crossZoneLoadBalancingEnabled from './elb_cross_zone_load_balancing_enabled.ts'
import desyncMitigationMode from './elb_desync_mitigation_mode.ts'
import insecureSslCiphers from './elb_insecure_ssl_ciphers.ts'
import isInMultipleAz from './elb_is_in_multiple_az.ts'
import loggingEnabled from './elb_logging_enabled.ts'
import sslListeners from './elb_ssl_listeners.ts'
import sslListenersUseAcmCertificate from './elb_ssl_listeners_use_acm_certificate.ts'
import type { Elb } from './resources.ts'

export default service<Elb, Aws>({
  name: 'elb',
  scope: 'regional',
  kinds: {
    loadBalancers: {
      list: ['elasticloadbalancing:DescribeLoadBalancers'],
      fields: {
        attributes: ['elasticloadbalancing:DescribeLoadBalancerAttributes'],
        old_tls: ['elasticloadbalancing:DescribeLoadBalancerPolicies'],
      },
    },
  },
  collect,
  checks: [
    connectionDrainingEnabled,
    crossZoneLoadBalancingEnabled,
    desyncMitigationMode,
    insecureSslCiphers,
    isInMultipleAz,
    loggingEnabled,
    sslListeners,
    sslListenersUseAcmCertificate,
  ],
})
