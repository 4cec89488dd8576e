import { fail, pass } from '../../../kit/index.ts'
import { includes, includesAll, only, type Statement } from '../policy/index.ts'
import { check } from './resources.ts'

/** A denial to everyone when the request came without TLS, and in no other case. */
const isForPlainText = ({ effect, principals, conditions }: Statement): boolean =>
  effect === 'Deny' &&
  principals.includes('*') &&
  conditions.length === 1 &&
  conditions.some(
    ({ operator, key, values }) =>
      key === 'aws:securetransport' &&
      (/^(bool|stringequals|stringequalsignorecase)(ifexists)?$/.test(operator)
        ? values.some((value) => value.toLowerCase() === 'false')
        : /^string(notequals|notequalsignorecase|notlike)(ifexists)?$/.test(operator) &&
          values.length > 0 &&
          values.every((value) => value.toLowerCase() === 'true')),
  )

/** True if such denials together deny everything on the bucket and its objects. */
const refusesPlainText = (policy: readonly Statement[], bucketArn: string): boolean => {
  const denials = policy.filter(isForPlainText)
  return [bucketArn, `${bucketArn}/*`].every((arn) =>
    includesAll(
      denials.filter(({ resources }) => includes(resources, only(arn))).map((it) => it.actions),
      only('s3:*'),
    ),
  )
}

export default check({
  id: 's3_bucket_secure_transport_policy',
  title: 'S3 bucket denies requests without TLS',
  description:
    'Reads the policy of each bucket for statements that deny all actions to everyone if a request does not use TLS.',
  risk: 'Requests and objects that are sent without TLS can be read and modified in transit.',
  decision:
    'Passes if statements that deny all principals, with the single condition that aws:SecureTransport is false, or is not true, together cover every S3 action on the bucket and all of its objects. Fails if an action, the bucket or some of its objects is not covered, or if the bucket has no policy. Fails if the Deny has further conditions or applies to some principals only. The check does not read organization policies and access point policies.',
  fix: {
    text: 'Add a statement to the bucket policy that denies s3:* to everyone on the bucket and its objects if aws:SecureTransport is false.',
    console: [
      'Open S3, choose the bucket, then the Permissions tab.',
      'Under Bucket policy, choose Edit, then Add new statement.',
      'Deny s3:* to Principal "*" on the bucket ARN and on the bucket ARN followed by /*.',
      'Add the condition Bool with aws:SecureTransport false as the only condition, and choose Save changes.',
      'For the command, save the policy that aws s3api get-bucket-policy returns to the file given to --policy, and add the statement to it.',
    ],
    cli: 'aws s3api put-bucket-policy --bucket <bucket> --policy file://with-tls-only.json',
    terraform: `resource "aws_s3_bucket_policy" "tls_only" {
  bucket = aws_s3_bucket.ledger.id
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Deny"
      Principal = "*"
      Action    = "s3:*"
      Resource  = [aws_s3_bucket.ledger.arn, "\${aws_s3_bucket.ledger.arn}/*"]
      Condition = { Bool = { "aws:SecureTransport" = "false" } }
    }]
  })
}`,
  },
  source: 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/security-best-practices.html',
  over: 'buckets',
  needs: ['policy'],
  judge: ({ uid, name, policy }) => {
    if (!policy) return fail(`Bucket ${name} has no policy that denies requests without TLS.`)
    return refusesPlainText(policy, uid)
      ? pass(`The policy of bucket ${name} denies requests without TLS.`)
      : fail(`The policy of bucket ${name} does not deny requests without TLS.`)
  },
})
