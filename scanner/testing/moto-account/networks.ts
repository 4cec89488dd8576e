/** Expected results for networks, which `networks.py` creates. */
import { differs, type Table } from './expected.ts'

export const networks: Table = {
  elb_connection_draining_enabled: {
    'loadbalancer/good-classic': 'PASS',
    'loadbalancer/own-certificate': 'FAIL',
    'loadbalancer/bad-classic': 'FAIL',
  },
  elb_cross_zone_load_balancing_enabled: {
    'loadbalancer/good-classic': 'PASS',
    'loadbalancer/own-certificate': 'FAIL',
    'loadbalancer/bad-classic': 'FAIL',
  },
  elb_desync_mitigation_mode: {
    'loadbalancer/good-classic': 'PASS',
    'loadbalancer/own-certificate': 'PASS',
    'loadbalancer/bad-classic': 'PASS',
  },
  elb_insecure_ssl_ciphers: {
    'loadbalancer/good-classic': 'PASS',
    'loadbalancer/own-certificate': 'FAIL',
  },
  elb_is_in_multiple_az: {
    'loadbalancer/good-classic': 'PASS',
    'loadbalancer/own-certificate': 'FAIL',
    'loadbalancer/bad-classic': 'FAIL',
  },
  elb_logging_enabled: {
    'loadbalancer/good-classic': 'PASS',
    'loadbalancer/own-certificate': 'FAIL',
    'loadbalancer/bad-classic': 'FAIL',
  },
  elb_ssl_listeners: {
    'loadbalancer/good-classic': 'PASS',
    'loadbalancer/own-certificate': 'PASS',
    'loadbalancer/bad-classic': 'FAIL',
  },
  elb_ssl_listeners_use_acm_certificate: {
    'loadbalancer/good-classic': 'PASS',
    'loadbalancer/own-certificate': 'FAIL',
  },
  elbv2_alb_drop_invalid_header_fields_enabled: {
    'loadbalancer/app/good-app/good-app': 'PASS',
    'loadbalancer/app/bad-app/bad-app': 'FAIL',
  },
  elbv2_cross_zone_load_balancing_enabled: {
    'loadbalancer/app/bad-network/bad-network': 'FAIL',
  },
  elbv2_deletion_protection: {
    'loadbalancer/app/good-app/good-app': 'PASS',
    'loadbalancer/app/bad-app/bad-app': 'FAIL',
    'loadbalancer/app/bad-network/bad-network': 'FAIL',
  },
  elbv2_desync_mitigation_mode: {
    'loadbalancer/app/good-app/good-app': 'PASS',
    'loadbalancer/app/bad-app/bad-app': 'FAIL',
  },
  elbv2_insecure_ssl_ciphers: {
    'loadbalancer/app/good-app/good-app': differs(
      'PASS',
      'FAIL',
      'moto gives listeners without TLS a security policy, too.',
    ),
    'loadbalancer/app/bad-app/bad-app': 'FAIL',
    'loadbalancer/app/bad-network/bad-network': 'FAIL',
  },
  elbv2_is_in_multiple_az: {
    'loadbalancer/app/good-app/good-app': 'PASS',
    'loadbalancer/app/bad-app/bad-app': 'PASS',
    'loadbalancer/app/bad-network/bad-network': 'PASS',
  },
  elbv2_listener_pqc_tls_enabled: {
    'loadbalancer/app/good-app/good-app': 'FAIL',
    'loadbalancer/app/bad-app/bad-app': 'FAIL',
    'loadbalancer/app/bad-network/bad-network': 'FAIL',
  },
  elbv2_listeners_underneath: {
    'loadbalancer/app/good-app/good-app': 'PASS',
    'loadbalancer/app/bad-app/bad-app': 'PASS',
    'loadbalancer/app/bad-network/bad-network': 'PASS',
  },
  elbv2_logging_enabled: {
    'loadbalancer/app/good-app/good-app': 'PASS',
    'loadbalancer/app/bad-app/bad-app': 'FAIL',
  },
  elbv2_nlb_tls_termination_enabled: {
    'loadbalancer/app/bad-network/bad-network': 'FAIL',
  },
  elbv2_ssl_listeners: {
    'loadbalancer/app/good-app/good-app': 'PASS',
    'loadbalancer/app/bad-app/bad-app': 'FAIL',
  },
  elbv2_waf_acl_attached: {
    'loadbalancer/app/good-app/good-app': 'PASS',
    'loadbalancer/app/bad-app/bad-app': 'FAIL',
  },
  acm_certificates_expiration_check: {
    'certificate/good-certificate': 'PASS',
    'certificate/bad-certificate': 'FAIL',
  },
  acm_certificates_with_secure_key_algorithms: {
    'certificate/good-certificate': 'PASS',
    'certificate/bad-certificate': 'FAIL',
  },
  wafv2_webacl_logging_enabled: {
    'global/webacl/edge-acl/id': 'FAIL',
    'regional/webacl/good-acl/id': 'PASS',
    'regional/webacl/bad-acl/id': 'FAIL',
  },
  wafv2_webacl_rule_logging_enabled: {
    'regional/webacl/good-acl/id': 'PASS',
  },
  wafv2_webacl_with_rules: {
    'global/webacl/edge-acl/id': 'FAIL',
    'regional/webacl/good-acl/id': 'PASS',
    'regional/webacl/bad-acl/id': 'FAIL',
  },
  networkfirewall_deletion_protection: {
    'firewall/good-firewall': 'PASS',
    'firewall/bad-firewall': 'FAIL',
  },
  networkfirewall_logging_enabled: {
    'firewall/good-firewall': 'PASS',
    'firewall/bad-firewall': 'FAIL',
  },
  networkfirewall_multi_az: {
    'firewall/good-firewall': 'PASS',
    'firewall/bad-firewall': 'FAIL',
  },
  networkfirewall_policy_default_action_fragmented_packets: {
    'firewall/good-firewall': differs(
      'none',
      'gap http_500 network-firewall:DescribeFirewallPolicy',
      'moto has no firewall policies.',
    ),
    'firewall/bad-firewall': differs(
      'none',
      'gap http_500 network-firewall:DescribeFirewallPolicy',
      'moto has no firewall policies.',
    ),
  },
  networkfirewall_policy_default_action_full_packets: {
    'firewall/good-firewall': differs(
      'none',
      'gap http_500 network-firewall:DescribeFirewallPolicy',
      'moto has no firewall policies.',
    ),
    'firewall/bad-firewall': differs(
      'none',
      'gap http_500 network-firewall:DescribeFirewallPolicy',
      'moto has no firewall policies.',
    ),
  },
  networkfirewall_policy_rule_group_associated: {
    'firewall/good-firewall': differs(
      'none',
      'gap http_500 network-firewall:DescribeFirewallPolicy',
      'moto has no firewall policies.',
    ),
    'firewall/bad-firewall': differs(
      'none',
      'gap http_500 network-firewall:DescribeFirewallPolicy',
      'moto has no firewall policies.',
    ),
  },
  route53_public_hosted_zones_cloudwatch_logging_enabled: {
    'hostedzone/good-zone': 'PASS',
    'hostedzone/bad-zone': 'FAIL',
  },
  cloudfront_distributions_custom_ssl_certificate: {
    'distribution/good-distribution': 'PASS',
    'distribution/bad-distribution': 'FAIL',
  },
  cloudfront_distributions_field_level_encryption_enabled: {
    'distribution/good-distribution': 'PASS',
    'distribution/bad-distribution': 'FAIL',
  },
  cloudfront_distributions_geo_restrictions_enabled: {
    'distribution/good-distribution': 'PASS',
    'distribution/bad-distribution': 'FAIL',
  },
  cloudfront_distributions_https_enabled: {
    'distribution/good-distribution': 'PASS',
    'distribution/bad-distribution': 'FAIL',
  },
  cloudfront_distributions_https_sni_enabled: {
    'distribution/good-distribution': 'PASS',
  },
  cloudfront_distributions_logging_enabled: {
    'distribution/good-distribution': 'PASS',
    'distribution/bad-distribution': 'FAIL',
  },
  cloudfront_distributions_multiple_origin_failover_configured: {
    'distribution/good-distribution': 'FAIL',
    'distribution/bad-distribution': 'FAIL',
  },
  cloudfront_distributions_origin_traffic_encrypted: {
    'distribution/good-distribution': 'PASS',
    'distribution/bad-distribution': 'FAIL',
  },
  cloudfront_distributions_pqc_tls_enabled: {
    'distribution/good-distribution': 'FAIL',
    'distribution/bad-distribution': 'FAIL',
  },
  cloudfront_distributions_using_deprecated_ssl_protocols: {
    'distribution/good-distribution': 'PASS',
  },
  cloudfront_distributions_using_waf: {
    'distribution/good-distribution': 'PASS',
    'distribution/bad-distribution': 'FAIL',
  },
  apigateway_restapi_authorizers_enabled: {
    '/restapis/good-rest': 'PASS',
    '/restapis/bad-rest': 'FAIL',
  },
  apigateway_restapi_cache_encrypted: {
    '/restapis/good-rest/stages/live': 'PASS',
  },
  apigateway_restapi_client_certificate_enabled: {
    '/restapis/good-rest/stages/live': 'FAIL',
    '/restapis/bad-rest/stages/live': 'FAIL',
  },
  apigateway_restapi_logging_enabled: {
    '/restapis/good-rest/stages/live': 'PASS',
    '/restapis/bad-rest/stages/live': 'FAIL',
  },
  apigateway_restapi_no_secrets_in_stage_variables: {
    '/restapis/good-rest/stages/live': 'PASS',
    '/restapis/bad-rest/stages/live': 'FAIL',
  },
  apigateway_restapi_public: {
    '/restapis/good-rest': 'PASS',
    '/restapis/bad-rest': 'FAIL',
  },
  apigateway_restapi_public_with_authorizer: {
    '/restapis/bad-rest': 'FAIL',
  },
  apigateway_restapi_tracing_enabled: {
    '/restapis/good-rest/stages/live': 'PASS',
    '/restapis/bad-rest/stages/live': 'FAIL',
  },
  apigateway_restapi_waf_acl_attached: {
    '/restapis/good-rest/stages/live': 'PASS',
    '/restapis/bad-rest/stages/live': 'FAIL',
  },
  apigatewayv2_api_access_logging_enabled: {
    '/apis/good-http/stages/live': 'PASS',
    '/apis/bad-http/stages/live': 'FAIL',
  },
  apigatewayv2_api_authorizers_enabled: {
    '/apis/good-http': 'PASS',
    '/apis/bad-http': 'FAIL',
  },
}
