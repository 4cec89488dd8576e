import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check, isPassing } from './resources.ts'

export default check({
  id: 'dms_endpoint_redis_in_transit_encryption_enabled',
  title: 'DMS endpoint for Redis uses TLS',
  description: 'Reads the security protocol of each Redis endpoint.',
  risk: 'Data that is written to the cache, and the password of the cache, can be read in transit.',
  decision:
    'Passes if the protocol is ssl-encryption. Fails if it is plaintext. Endpoints of other engines, and endpoints that are being created or deleted, give no finding. An endpoint without the protocol in the response is reported as a coverage gap.',
  fix: {
    text: 'Configure the endpoint to connect over TLS.',
    console: [
      'Enable encryption in transit for the cache.',
      'Open AWS DMS, choose Endpoints, choose the endpoint, then Actions and Modify.',
      'Choose SSL encryption as the SSL security protocol, then choose Save.',
      'Choose Test connections and run the test.',
    ],
    cli: 'aws dms modify-endpoint --endpoint-arn <endpoint> --redis-settings \'{"ServerName":"<host>","Port":6379,"SslSecurityProtocol":"ssl-encryption"}\'',
    terraform: `resource "aws_dms_endpoint" "sessions" {
  endpoint_id   = "sessions"
  endpoint_type = "target"
  engine_name   = "redis"

  redis_settings {
    server_name           = "sessions.example"
    port                  = 6379
    auth_type             = "auth-token"
    ssl_security_protocol = "ssl-encryption"
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/dms/latest/userguide/CHAP_Target.Redis.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/dms-controls.html'],
  over: 'endpoints',
  needs: [],
  judge: ({ name, status, engine, redis_protocol }) => {
    if (isPassing(status) || engine !== 'redis') return []
    return known(redis_protocol, 'dms:DescribeEndpoints') === 'plaintext'
      ? fail(`Redis endpoint ${name} does not use TLS.`)
      : pass(`Redis endpoint ${name} uses TLS.`)
  },
})
