import { fail, pass } from '../../../kit/index.ts'
import { accountsLetIn } from '../policy.ts'
import { check } from './resources.ts'

const trusted: readonly string[] = []

export default check({
  id: 's3_bucket_cross_account_access',
  title: 'Bucket policy lets in only known accounts',
  risk: 'An account nobody remembers keeps its access to the data after the reason for it is gone.',
  fix: {
    text: 'Remove the other accounts from the policy, or list them as trusted_account_ids in the scan configuration.',
    url: 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/example-bucket-policies.html',
  },
  source: 'https://docs.aws.amazon.com/securityhub/latest/userguide/s3-controls.html',
  over: 'buckets',
  needs: ['policy'],
  config: { trusted_account_ids: trusted },
  judge: ({ name, policy }, { account, config: { trusted_account_ids: known } }) => {
    const strangers = new Set(
      (policy ?? []).flatMap(accountsLetIn).filter((id) => id !== account && !known.includes(id)),
    )
    if (strangers.has('*')) return fail(`The policy of ${name} lets in every account.`)
    return strangers.size === 0
      ? pass(`The policy of ${name} lets in no account that is not known.`)
      : fail(`The policy of ${name} lets in ${[...strangers].join(', ')}.`)
  },
})
