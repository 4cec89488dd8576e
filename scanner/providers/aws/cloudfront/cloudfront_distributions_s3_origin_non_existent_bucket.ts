import { fail, pass } from '../../../kit/index.ts'
import { check, list } from './resources.ts'

export default check({
  id: 'cloudfront_distributions_s3_origin_non_existent_bucket',
  title: 'Buckets behind the distribution exist',
  description:
    'Takes the names of buckets from the origins of each distribution, those of websites and of buckets that are set up as servers included, and asks S3 whether they exist.',
  risk: 'Anyone may create a bucket of that name and then serves his own pages under your domain.',
  decision:
    'Fails when S3 knows no bucket of that name, and passes when it knows all of them, also those that are not yours or that may not be read. Distributions without a bucket as an origin, and disabled ones, give no finding.',
  fix: {
    text: 'Remove the origin, or create the bucket again in your own account.',
    console: [
      'Open CloudFront and choose the distribution.',
      'On the tab Origins find the origin whose bucket is gone.',
      'Change the behaviours that use it, then select the origin and choose Delete.',
      'If the bucket is still needed, create it again in Amazon S3 at once.',
    ],
    cli: 'aws cloudfront update-distribution --id <distribution-id> --if-match <etag> --distribution-config file://distribution-without-the-origin.json',
    terraform: `resource "aws_s3_bucket" "website" {
  bucket = "website"
}

resource "aws_cloudfront_distribution" "www" {
  # default_cache_behavior, restrictions and viewer_certificate as they are
  enabled = true

  origin {
    origin_id                = "website"
    domain_name              = aws_s3_bucket.website.bucket_regional_domain_name
    origin_access_control_id = aws_cloudfront_origin_access_control.website.id
  }
}`,
  },
  source:
    'https://docs.aws.amazon.com/securityhub/latest/userguide/cloudfront-controls.html#cloudfront-12',
  links: ['https://docs.aws.amazon.com/AmazonS3/latest/API/API_HeadBucket.html'],
  over: 'distributions',
  needs: ['missing_buckets'],
  judge: ({ name, enabled, origins, missing_buckets: missing }) => {
    const some = origins.some(({ bucket }) => bucket !== null)
    if (!enabled || !some) return []
    return missing.length > 0
      ? fail(`The distribution ${name} names buckets that do not exist: ${list(missing)}.`)
      : pass(`The distribution ${name} names buckets that exist.`)
  },
})
