import { service } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import distributionsCustomSslCertificate from './cloudfront_distributions_custom_ssl_certificate.ts'
import distributionsDefaultRootObject from './cloudfront_distributions_default_root_object.ts'
import distributionsFieldLevelEncryptionEnabled from './cloudfront_distributions_field_level_encryption_enabled.ts'
import distributionsGeoRestrictionsEnabled from './cloudfront_distributions_geo_restrictions_enabled.ts'
import distributionsHttpsEnabled from './cloudfront_distributions_https_enabled.ts'
import distributionsHttpsSniEnabled from './cloudfront_distributions_https_sni_enabled.ts'
import distributionsLoggingEnabled from './cloudfront_distributions_logging_enabled.ts'
import distributionsMultipleOriginFailoverConfigured from './cloudfront_distributions_multiple_origin_failover_configured.ts'
import distributionsOriginTrafficEncrypted from './cloudfront_distributions_origin_traffic_encrypted.ts'
import distributionsPqcTlsEnabled from './cloudfront_distributions_pqc_tls_enabled.ts'
import distributionsS3OriginAccessControl from './cloudfront_distributions_s3_origin_access_control.ts'
import distributionsS3OriginNonExistentBucket from './cloudfront_distributions_s3_origin_non_existent_bucket.ts'
import distributionsUsingDeprecatedSslProtocols from './cloudfront_distributions_using_deprecated_ssl_protocols.ts'
import distributionsUsingWaf from './cloudfront_distributions_using_waf.ts'
import { collect } from './collect.ts'
import type { CloudFront } from './resources.ts'

const config = ['cloudfront:GetDistributionConfig']

export default service<CloudFront, Aws>({
  name: 'cloudfront',
  scope: 'global',
  kinds: {
    distributions: {
      list: ['cloudfront:ListDistributions'],
      fields: {
        default_root_object: config,
        logging: [...config, 'logs:DescribeDeliverySources', 'logs:DescribeDeliveries'],
        // Testing whether a bucket exists requires no permission.
        missing_buckets: [],
        unsigned: ['cloudfront:ListOriginAccessControls'],
      },
    },
  },
  collect,
  checks: [
    distributionsCustomSslCertificate,
    distributionsDefaultRootObject,
    distributionsFieldLevelEncryptionEnabled,
    distributionsGeoRestrictionsEnabled,
    distributionsHttpsEnabled,
    distributionsHttpsSniEnabled,
    distributionsLoggingEnabled,
    distributionsMultipleOriginFailoverConfigured,
    distributionsOriginTrafficEncrypted,
    distributionsPqcTlsEnabled,
    distributionsS3OriginAccessControl,
    distributionsS3OriginNonExistentBucket,
    distributionsUsingDeprecatedSslProtocols,
    distributionsUsingWaf,
  ],
})
