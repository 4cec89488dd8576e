import { fail, manual, pass } from '../../../kit/index.ts'
import { strangers } from '../policy/index.ts'
import { check } from './resources.ts'

/** How the engine of policies marks an account that is named by its canonical id. */
const canonical = 'canonicaluser:'

const none: readonly string[] = []

export default check({
  id: 's3_bucket_cross_account_access',
  title: 'Bucket policy lets in only known accounts',
  description:
    'Reads the policy of each bucket and asks which accounts beyond this one it lets in, by name or by a condition.',
  risk: 'An account nobody remembers keeps its access to the data after the reason for it is gone.',
  decision:
    'Fails when the policy lets in an account that is neither this one nor among `trusted_account_ids`, of which there are none unless configured; a whole organization that is not among them either, your own included; or every account, even if only from some addresses of the internet. An account that is named by its canonical id counts unless it is this one’s. MANUAL when it lets in none of these but somebody whose account it does not tell, such as a VPC endpoint, an origin access identity of CloudFront, or a service of AWS when no condition says for whom it acts; where one does, the service counts as that account. Passes otherwise. A condition whose meaning is not known leaves a gap in coverage. Access control lists and access points are not read.',
  fix: {
    text: 'Remove the other accounts from the policy, or list them as trusted_account_ids in the scan configuration, which takes organizations too.',
    console: [
      'Open S3, choose the bucket, then the tab Permissions.',
      'Under Bucket policy choose Edit, and remove the accounts from Principal that nobody can give a reason for.',
      'Where a whole organization is let in, name the accounts or roles that need it, or trust the organization by its id.',
      'Choose Save changes, and put the accounts and organizations that stay into trusted_account_ids of the scan configuration.',
    ],
    cli: 'aws s3api put-bucket-policy --bucket <bucket> --policy file://known-accounts.json',
    terraform: `resource "aws_s3_bucket_policy" "reports" {
  bucket = aws_s3_bucket.reports.id
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Principal = { AWS = "arn:aws:iam::111122223333:role/reader" } # an account that you know
      Action    = "s3:GetObject"
      Resource  = "\${aws_s3_bucket.reports.arn}/*"
    }]
  })
}`,
    url: 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/example-bucket-policies.html',
  },
  source: 'https://docs.aws.amazon.com/securityhub/latest/userguide/s3-controls.html',
  over: 'buckets',
  needs: ['policy', 'owner_id'],
  config: { trusted_account_ids: none },
  judge: ({ name, policy, owner_id }, { account, config: { trusted_account_ids: trusted } }) => {
    const known = [...trusted, `${canonical}${owner_id}`]
    const others = strangers(policy ?? [], { account, service: 's3' }, known)
    if (others.are === 'let in') {
      const whom = others.sentence.replaceAll(canonical, 'the account with the canonical id ')
      return fail(`The policy of ${name} lets in ${whom}.`)
    }
    return others.are === 'not told'
      ? manual(`The policy of ${name} lets in ${others.sentence}; whose that is only you know.`)
      : pass(`The policy of ${name} lets in no account that is not known.`)
  },
})
