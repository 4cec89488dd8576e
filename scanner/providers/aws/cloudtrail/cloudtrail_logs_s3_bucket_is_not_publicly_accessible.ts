import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'cloudtrail_logs_s3_bucket_is_not_publicly_accessible',
  title: 'Bucket of the logs is not public',
  risk: 'The logs tell a stranger names, keys in use, and which of their attempts are noticed.',
  fix: {
    text: 'Block public access to the bucket and remove what is granted to everyone.',
    cli: 'aws s3api put-public-access-block --bucket <bucket> --public-access-block-configuration BlockPublicAcls=true,IgnorePublicAcls=true,BlockPublicPolicy=true,RestrictPublicBuckets=true',
  },
  source: 'https://docs.aws.amazon.com/awscloudtrail/latest/userguide/best-practices-security.html',
  over: 'trails',
  needs: ['bucket_exposure'],
  judge: ({ name, bucket, bucket_exposure: why }) =>
    why
      ? fail(`${bucket}, where the trail ${name} logs, is public: ${why}.`)
      : pass(`${bucket}, where the trail ${name} logs, is not public.`),
})
