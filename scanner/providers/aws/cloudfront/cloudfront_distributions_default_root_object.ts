import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'cloudfront_distributions_default_root_object',
  title: 'CloudFront distribution with an S3 origin has a default root object',
  description: 'Reads the default root object of each distribution with an S3 bucket origin.',
  risk: 'Without a default root object, requests for the root go to the bucket. If listing is allowed, the response contains the names of all objects.',
  decision:
    'Fails if a distribution with at least one S3 bucket origin has no default root object, and passes if it has one. An S3 website endpoint counts as a custom origin, not as a bucket. Distributions without a bucket origin and disabled distributions give no finding.',
  fix: {
    text: 'Set a default root object, such as index.html.',
    console: [
      'Open CloudFront and choose the distribution.',
      'On the General tab, under Settings, choose Edit.',
      'Enter the Default root object, and choose Save changes.',
    ],
    cli: 'aws cloudfront update-distribution --id <distribution-id> --default-root-object index.html',
    terraform: `resource "aws_cloudfront_distribution" "www" {
  # origin, default_cache_behavior, restrictions and viewer_certificate remain unchanged
  enabled             = true
  default_root_object = "index.html"
}`,
  },
  source:
    'https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/DefaultRootObject.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/cloudfront-controls.html'],
  over: 'distributions',
  needs: ['default_root_object'],
  judge: ({ name, enabled, origins, default_root_object: object }) => {
    if (!enabled || !origins.some(({ kind }) => kind === 's3')) return []
    return object === null
      ? fail(`The distribution ${name} has no default root object.`)
      : pass(`The distribution ${name} has the default root object ${object}.`)
  },
})
