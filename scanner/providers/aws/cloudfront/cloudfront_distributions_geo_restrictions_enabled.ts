import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'cloudfront_distributions_geo_restrictions_enabled',
  title: 'CloudFront distribution has geographic restrictions enabled',
  description: 'Reads the geographic restriction type of each distribution.',
  risk: 'Without geographic restrictions, content is served in countries where it must not be, and requests from countries without customers are not blocked.',
  decision:
    'Fails if the restriction type is none, and passes if any countries are allowed or blocked. Disabled distributions give no finding. Country rules in a web ACL are not evaluated.',
  fix: {
    text: 'Allow only the required countries, or block specific countries.',
    console: [
      'Open CloudFront and choose the distribution.',
      'On the Security tab, under CloudFront geographic restrictions, choose Edit.',
      'Choose an allow list or a block list and its countries, and choose Save changes.',
      'The command replaces the configuration. Save the DistributionConfig from get-distribution-config to the file for --distribution-config, set RestrictionType and the countries under Restrictions.GeoRestriction, and pass its ETag to --if-match.',
    ],
    cli: 'aws cloudfront update-distribution --id <distribution-id> --if-match <etag> --distribution-config file://distribution-with-countries.json',
    terraform: `resource "aws_cloudfront_distribution" "www" {
  # origin, default_cache_behavior and viewer_certificate remain unchanged
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
      ? fail(`The distribution ${name} has no geographic restrictions.`)
      : pass(`The distribution ${name} restricts countries with a ${type}.`)
  },
})
