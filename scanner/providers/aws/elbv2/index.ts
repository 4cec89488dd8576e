import { service } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { collect } from './collect.ts'
import albDropInvalidHeaderFieldsEnabled from './elbv2_alb_drop_invalid_header_fields_enabled.ts'
import crossZoneLoadBalancingEnabled from './elbv2_cross_zone_load_balancing_enabled.ts'
import deletionProtection from './elbv2_deletion_protection.ts'
import desyncMitigationMode from './elbv2_desync_mitigation_mode.ts'
import insecureSslCiphers from './elbv2_insecure_ssl_ciphers.ts'
import isInMultipleAz from './elbv2_is_in_multiple_az.ts'
import listenerPqcTlsEnabled from './elbv2_listener_pqc_tls_enabled.ts'
import listenersUnderneath from './elbv2_listeners_underneath.ts'
import loggingEnabled from './elbv2_logging_enabled.ts'
import nlbTlsTerminationEnabled from './elbv2_nlb_tls_termination_enabled.ts'
import sslListeners from './elbv2_ssl_listeners.ts'
import wafAclAttached from './elbv2_waf_acl_attached.ts'
import type { Elbv2 } from './resources.ts'

const listeners = ['elasticloadbalancing:DescribeListeners']

export default service<Elbv2, Aws>({
  name: 'elbv2',
  scope: 'regional',
  kinds: {
    loadBalancers: {
      list: ['elasticloadbalancing:DescribeLoadBalancers'],
      fields: {
        attributes: ['elasticloadbalancing:DescribeLoadBalancerAttributes'],
        listeners,
        plain_rules: [...listeners, 'elasticloadbalancing:DescribeRules'],
        old_tls: [...listeners, 'elasticloadbalancing:DescribeSSLPolicies'],
        web_acl: ['wafv2:GetWebACLForResource'],
      },
    },
  },
  collect,
  checks: [
    albDropInvalidHeaderFieldsEnabled,
    crossZoneLoadBalancingEnabled,
    deletionProtection,
    desyncMitigationMode,
    insecureSslCiphers,
    isInMultipleAz,
    listenerPqcTlsEnabled,
    listenersUnderneath,
    loggingEnabled,
    nlbTlsTerminationEnabled,
    sslListeners,
    wafAclAttached,
  ],
})
