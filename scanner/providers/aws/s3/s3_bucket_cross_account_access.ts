import { fail, manual, pass } from '../../../kit/index.ts'
import { strangers } from '../policy/index.ts'
import { check } from './resources.ts'

/** The policy engine's prefix for accounts that are named by their canonical id. */
const canonical = 'canonicaluser:'

const none: readonly string[] = []

export default check({
  id: 's3_bucket_cross_account_access',
  title: 'S3 bucket policy grants access only to trusted accounts',
  description:
    'Reads the policy of each bucket and the other AWS accounts that its principals and conditions grant access to.',
  risk: 'An account that no longer needs access can still read or change the data in the bucket.',
  decision:
    'Fails if the policy grants access to an account that is neither this one nor in `trusted_account_ids`, which is empty by default. Fails if it grants access to an entire organization that is not in that list, including your own. Fails if it grants access to every account, even if only from some public IP addresses. An account that is named by its canonical user ID counts unless the ID is that of this account. MANUAL if the policy grants none of these, but grants access to a principal whose account cannot be determined. Examples are a VPC endpoint, a CloudFront origin access identity, or an AWS service without a condition on the account it acts for. With such a condition, the service counts as that account. Passes otherwise. A condition that the scanner does not know is reported as a coverage gap. The check does not read ACLs and access points.',
  fix: {
    text: 'Remove the other accounts from the policy, or add them to trusted_account_ids in the scan configuration. The list accepts account IDs and organization IDs.',
    console: [
      'Open S3, choose the bucket, then the Permissions tab.',
      'Under Bucket policy, choose Edit, and remove the accounts from Principal that do not need access.',
      'If the policy grants access to an entire organization, name the accounts or roles that need it, or trust the organization by its ID.',
      'Choose Save changes, and add the remaining accounts and organizations to trusted_account_ids in the scan configuration.',
      'For the command, save the policy that aws s3api get-bucket-policy returns to the file given to --policy, and remove the accounts that do not need access.',
    ],
    cli: 'aws s3api put-bucket-policy --bucket <bucket> --policy file://known-accounts.json',
    terraform: `resource "aws_s3_bucket_policy" "reports" {
  bucket = aws_s3_bucket.reports.id
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Principal = { AWS = "arn:aws:iam::111122223333:role/reader" } # a trusted account
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
      const whom = others.sentence.replaceAll(canonical, 'the account with the canonical user ID ')
      return fail(`The policy of bucket ${name} grants access to ${whom}.`)
    }
    return others.are === 'not told'
      ? manual(
          `The policy of bucket ${name} grants access to ${others.sentence}. Verify which account this belongs to.`,
        )
      : pass(`The policy of bucket ${name} grants access only to trusted accounts.`)
  },
})
