import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'cloudfront_distributions_default_root_object',
  title: 'Distribution of a bucket names a default root object',
  description: 'Reads which object a distribution with a bucket as an origin returns for its root.',
  risk: 'Without one, a request for the root is passed to the bucket, and where listing is allowed it answers with the names of all files.',
  decision:
    'Fails when a distribution with at least one bucket as an origin names no default root object, and passes when it names one. Distributions without such an origin, and disabled ones, give no finding; the endpoint of a bucket’s website is a server and not a bucket here.',
  fix: {
    text: 'Name a default root object, such as index.html.',
    console: [
      'Open CloudFront and choose the distribution.',
      'On the tab General, under Settings, choose Edit.',
      'Fill in Default root object, then choose Save changes.',
    ],
    cli: 'aws cloudfront update-distribution --id <distribution-id> --default-root-object index.html',
    terraform: `resource "aws_cloudfront_distribution" "www" {
  # origin, default_cache_behavior, restrictions and viewer_certificate as they are
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
      ? fail(`The distribution ${name} names no default root object.`)
      : pass(`The distribution ${name} returns ${object} for its root.`)
  },
})
