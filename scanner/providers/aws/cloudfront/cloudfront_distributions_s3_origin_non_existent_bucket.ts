import { fail, pass } from '../../../kit/index.ts'
import { check, list } from './resources.ts'

export default check({
  id: 'cloudfront_distributions_s3_origin_non_existent_bucket',
  title: 'CloudFront distribution has only existing buckets as S3 origins',
  description:
    'Reads the bucket names in the origins of each distribution, including website endpoints and buckets configured as custom origins, and checks in S3 whether the buckets exist.',
  risk: 'Anyone can create a bucket with the missing name and then serve their own content under your domain.',
  decision:
    'Fails if S3 has no bucket with the name, and passes if all buckets exist, including buckets that you do not own or cannot read. Distributions without a bucket origin and disabled distributions give no finding.',
  fix: {
    text: 'Remove the origin, or create the bucket again in your account.',
    console: [
      'Open CloudFront and choose the distribution.',
      'On the Origins tab, find the origin whose bucket does not exist.',
      'Change the behaviors that use it, select the origin, and choose Delete.',
      'If the bucket is still needed, create it again in Amazon S3 immediately.',
      'The command replaces the configuration. Save the DistributionConfig from get-distribution-config to the file for --distribution-config, remove the origin from Origins and from all behaviors, and pass its ETag to --if-match.',
    ],
    cli: 'aws cloudfront update-distribution --id <distribution-id> --if-match <etag> --distribution-config file://distribution-without-the-origin.json',
    terraform: `resource "aws_s3_bucket" "website" {
  bucket = "website"
}

resource "aws_cloudfront_distribution" "www" {
  # default_cache_behavior, restrictions and viewer_certificate remain unchanged
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
      ? fail(
          `The distribution ${name} has origins with buckets that do not exist: ${list(missing)}.`,
        )
      : pass(`The distribution ${name} has only origins with existing buckets.`)
  },
})
