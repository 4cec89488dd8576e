import { fail, pass } from '../../../kit/index.ts'
import { check, list } from './resources.ts'

export default check({
  id: 'cloudfront_distributions_s3_origin_access_control',
  title: 'Distribution proves to its buckets who asks',
  description:
    'Reads whether every bucket behind a distribution is asked with an origin access control, and whether that control signs.',
  risk: 'A bucket that cannot tell the distribution from others has to be open to everyone, past the edge and its filters.',
  decision:
    'Fails when an origin that is a bucket has no origin access control, also where it still has the older origin access identity, and when its origin access control is told never to sign. Passes when all have one that signs, always or unless the viewer sends a signature of his own. Distributions without a bucket as an origin, and disabled ones, give no finding; the endpoint of a bucket’s website is a server here.',
  fix: {
    text: 'Give each bucket’s origin an origin access control, and let the bucket’s policy admit the distribution only.',
    console: [
      'Open CloudFront and choose the distribution.',
      'On the tab Origins choose the bucket’s origin, then Edit.',
      'Under Origin access choose Origin access control settings, and choose or create one.',
      'Copy the policy that is shown, save the origin, and put the policy on the bucket.',
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
      identity === null ? domain : `${domain} (an access identity only)`,
    )
    if (open.length > 0)
      return fail(`The distribution ${name} has no origin access control for ${list(found)}.`)
    return unsigned.length > 0
      ? fail(
          `The origin access control of the distribution ${name} signs nothing for ${list(unsigned)}.`,
        )
      : pass(`The distribution ${name} has an origin access control for every bucket.`)
  },
})
