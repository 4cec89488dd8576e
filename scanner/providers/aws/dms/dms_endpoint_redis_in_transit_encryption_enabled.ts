import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check, isPassing } from './resources.ts'

export default check({
  id: 'dms_endpoint_redis_in_transit_encryption_enabled',
  title: 'Redis endpoint connects over TLS',
  description: 'Reads the protocol with which each endpoint of Redis writes to its cache.',
  risk: 'What is written to the cache, and its password, can be read on the way.',
  decision:
    'Passes when the protocol is ssl-encryption, fails when it is plaintext. Endpoints of other engines, and those that are being deleted, have no verdict; an answer without the protocol gives a gap in coverage.',
  fix: {
    text: 'Let the endpoint connect over TLS.',
    console: [
      'Turn on encryption in transit for the cache.',
      'Open AWS DMS, choose Endpoints, choose the endpoint, then Actions and Modify.',
      'Choose SSL encryption as the SSL security protocol, then Save.',
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
      ? fail(`The Redis endpoint ${name} connects without TLS.`)
      : pass(`The Redis endpoint ${name} connects over TLS.`)
  },
})
