import { fail, pass } from '../../../kit/index.ts'
import { check, list } from './resources.ts'

export default check({
  id: 'cloudfront_distributions_s3_origin_access_control',
  title: 'CloudFront distribution uses origin access control for S3 origins',
  description:
    'Reads whether every S3 bucket origin of each distribution has an origin access control that signs requests.',
  risk: 'A bucket that cannot identify the distribution must be public, so requests can bypass the edge and its filters.',
  decision:
    'Fails if a bucket origin has no origin access control, even if it has the older origin access identity, or if its origin access control never signs requests. Passes if all have one that signs requests, always or unless the viewer sends a signature. An S3 website endpoint counts as a custom origin. Distributions without a bucket origin and disabled distributions give no finding.',
  fix: {
    text: 'Add an origin access control to each bucket origin, and allow only the distribution in the bucket policy.',
    console: [
      'Open CloudFront and choose the distribution.',
      'On the Origins tab, choose the bucket origin, and choose Edit.',
      'Under Origin access, choose Origin access control settings, and choose or create an origin access control.',
      'Copy the policy that is shown, save the origin, and add the policy to the bucket.',
    ],
    cli: 'aws cloudfront create-origin-access-control --origin-access-control-config \'{"Name":"<name>","SigningProtocol":"sigv4","SigningBehavior":"always","OriginAccessControlOriginType":"s3"}\'',
    terraform: `resource "aws_cloudfront_origin_access_control" "website" {
  name                              = "website"
  origin_access_control_origin_type = "s3"
  signing_behavior                  = "always"
  signing_protocol                  = "sigv4"
}`,
  },
  source:
    'https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-restricting-access-to-s3.html',
  over: 'distributions',
  needs: ['unsigned'],
  judge: ({ name, enabled, origins, unsigned }) => {
    const buckets = origins.filter(({ kind }) => kind === 's3')
    if (!enabled || buckets.length === 0) return []
    const open = buckets.filter(({ access_control: control }) => control === null)
    const found = open.map(({ domain, access_identity: identity }) =>
      identity === null ? domain : `${domain} (only an origin access identity)`,
    )
    if (open.length > 0)
      return fail(`The distribution ${name} has no origin access control for ${list(found)}.`)
    return unsigned.length > 0
      ? fail(
          `The origin access control of the distribution ${name} does not sign requests for ${list(unsigned)}.`,
        )
      : pass(`The distribution ${name} has an origin access control for every bucket.`)
  },
})
