import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'cloudfront_distributions_geo_restrictions_enabled',
  title: 'Distribution serves chosen countries only',
  description: 'Reads whether each distribution allows or blocks countries.',
  risk: 'Where content may not be shown everywhere, or attacks come from where no customer is, nothing at the edge says no.',
  decision:
    'Fails when the restriction type is none, and passes when countries are allowed or blocked, whichever they are. Disabled distributions give no finding. Rules by country in a web ACL are not seen.',
  fix: {
    text: 'Allow the countries that are served, or block those that must not be.',
    console: [
      'Open CloudFront and choose the distribution.',
      'On the tab Security, under CloudFront geographic restrictions, choose Edit.',
      'Choose an allow list or a block list and its countries, then choose Save changes.',
    ],
    cli: 'aws cloudfront update-distribution --id <distribution-id> --if-match <etag> --distribution-config file://distribution-with-countries.json',
    terraform: `resource "aws_cloudfront_distribution" "www" {
  # origin, default_cache_behavior and viewer_certificate as they are
  enabled = true

  restrictions {
    geo_restriction {
      restriction_type = "whitelist"
      locations        = ["DE", "GB", "IE"]
    }
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/georestrictions.html',
  over: 'distributions',
  needs: [],
  judge: ({ name, enabled, geo_restriction: type }) => {
    if (!enabled) return []
    return type === 'none'
      ? fail(`The distribution ${name} serves every country.`)
      : pass(`The distribution ${name} restricts countries by a ${type}.`)
  },
})
