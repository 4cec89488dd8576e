import { fail, pass } from '../../../kit/index.ts'
import { matches, type Statement } from '../policy.ts'
import { check } from './resources.ts'

/** A denial to everyone, of everything on the bucket and its objects, when the request came without TLS. */
const refusesPlainText = (bucketArn: string) => (statement: Statement) =>
  statement.effect === 'Deny' &&
  statement.principals.includes('*') &&
  statement.actions.some((action) => action === '*' || action.toLowerCase() === 's3:*') &&
  [bucketArn, `${bucketArn}/any`].every((arn) =>
    statement.resources.some((pattern) => matches(pattern, arn)),
  ) &&
  statement.conditions.length === 1 &&
  statement.conditions.some(
    ({ operator, key, values }) =>
      (operator === 'bool' || operator === 'boolifexists') &&
      key === 'aws:securetransport' &&
      values.some((value) => value.toLowerCase() === 'false'),
  )

export default check({
  id: 's3_bucket_secure_transport_policy',
  title: 'Bucket refuses requests without TLS',
  risk: 'What travels in plain text can be read and changed on the way, signatures and data alike.',
  fix: {
    text: 'Add a statement to the bucket policy that denies s3:* to everyone when aws:SecureTransport is false, on the bucket and its objects.',
    url: 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/security-best-practices.html',
  },
  source: 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/security-best-practices.html',
  over: 'buckets',
  needs: ['policy'],
  judge: ({ uid, name, policy }) => {
    if (!policy) return fail(`${name} has no policy, so it accepts requests without TLS.`)
    return policy.some(refusesPlainText(uid))
      ? pass(`${name} refuses requests without TLS.`)
      : fail(`The policy of ${name} does not refuse requests without TLS.`)
  },
})
