import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'cloudfront_distributions_field_level_encryption_enabled',
  title: 'Distribution encrypts chosen fields of forms at the edge',
  description:
    'Reads whether the default cache behaviour of each distribution has a configuration for field-level encryption.',
  risk: 'Card numbers and identity numbers lie readable in every machine and log between the edge and the one service that needs them.',
  decision:
    'Passes when the default cache behaviour names a configuration for field-level encryption, and fails when it names none. Other cache behaviours are not looked at. Disabled distributions give no finding.',
  fix: {
    text: 'Add a configuration for field-level encryption to the default cache behaviour.',
    console: [
      'Open CloudFront, choose Public keys, and add the key whose private half the service keeps.',
      'Choose Field-level encryption, create a profile with the fields, and a configuration that uses it.',
      'Choose the distribution, then Behaviors, edit the default one, and choose the configuration.',
    ],
    cli: 'aws cloudfront create-field-level-encryption-config --field-level-encryption-config file://field-level-encryption.json',
    terraform: `resource "aws_cloudfront_distribution" "www" {
  # origin, restrictions and viewer_certificate as they are
  enabled = true

  default_cache_behavior {
    target_origin_id          = "shop"
    viewer_protocol_policy    = "https-only"
    allowed_methods           = ["GET", "HEAD", "OPTIONS", "PUT", "POST", "PATCH", "DELETE"]
    cached_methods            = ["GET", "HEAD"]
    field_level_encryption_id = aws_cloudfront_field_level_encryption_config.cards.id
  }
}`,
  },
  source:
    'https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/field-level-encryption.html',
  over: 'distributions',
  needs: [],
  judge: ({ name, enabled, behaviors }) => {
    if (!enabled) return []
    const id = behaviors.find(({ path }) => path === '*')?.field_encryption
    return id
      ? pass(`The distribution ${name} encrypts fields by the configuration ${id}.`)
      : fail(`The distribution ${name} encrypts no fields at the edge.`)
  },
})
