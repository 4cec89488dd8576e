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

/** Whether such denials together refuse everything on the bucket and on its objects. */
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
  title: 'Bucket refuses requests without TLS',
  description:
    'Reads the policy of each bucket, looking for statements that deny everything to everyone when a request comes without TLS.',
  risk: 'What travels in plain text can be read and changed on the way, signatures and data alike.',
  decision:
    'Passes when statements that deny all principals, under the single condition that aws:SecureTransport is false, or is not true, together cover every action of S3 on the bucket and on all of its objects. Fails when an action, the bucket or some of its objects is left out, when the denial has further conditions or is for some principals only, and when the bucket has no policy. Policies of the organization and of access points are not read.',
  fix: {
    text: 'Add a statement to the bucket policy that denies s3:* to everyone when aws:SecureTransport is false, on the bucket and its objects.',
    console: [
      'Open S3, choose the bucket, then the tab Permissions.',
      'Under Bucket policy choose Edit, then Add new statement.',
      'Deny s3:* to Principal "*" on the ARN of the bucket and on the same ARN with /* behind it.',
      'Give it the condition Bool with aws:SecureTransport false and no other, and choose Save changes.',
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
    if (!policy) return fail(`${name} has no policy that could refuse requests without TLS.`)
    return refusesPlainText(policy, uid)
      ? pass(`The policy of ${name} refuses requests without TLS.`)
      : fail(`The policy of ${name} does not refuse requests without TLS.`)
  },
})
