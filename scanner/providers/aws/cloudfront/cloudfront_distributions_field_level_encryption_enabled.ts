import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'cloudfront_distributions_field_level_encryption_enabled',
  title: 'CloudFront distribution has field-level encryption enabled',
  description:
    'Reads whether the default cache behavior of each distribution has a field-level encryption configuration.',
  risk: 'Without field-level encryption, card numbers and ID numbers are readable on every host and in every log between the edge and the service that needs them.',
  decision:
    'Passes if the default cache behavior has a field-level encryption configuration, and fails if it has none. Other cache behaviors are not evaluated. Disabled distributions give no finding.',
  fix: {
    text: 'Add a field-level encryption configuration to the default cache behavior.',
    console: [
      'Open CloudFront, choose Public keys, and add the public key whose private key the service keeps.',
      'Choose Field-level encryption, create a profile with the fields, and create a configuration that uses it.',
      'Choose the distribution, choose Behaviors, edit the default behavior, and choose the configuration.',
      'The command creates a configuration. In the file for --field-level-encryption-config, set CallerReference and name the profile in ContentTypeProfileConfig and QueryArgProfileConfig. The output of get-field-level-encryption-config for an existing configuration shows the format.',
    ],
    cli: 'aws cloudfront create-field-level-encryption-config --field-level-encryption-config file://field-level-encryption.json',
    terraform: `resource "aws_cloudfront_distribution" "www" {
  # origin, restrictions and viewer_certificate remain unchanged
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
      ? pass(`The distribution ${name} has the field-level encryption configuration ${id}.`)
      : fail(`The distribution ${name} has no field-level encryption configuration.`)
  },
})
