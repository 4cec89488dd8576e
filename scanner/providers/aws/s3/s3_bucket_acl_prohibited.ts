import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 's3_bucket_acl_prohibited',
  title: 'Access control lists are turned off',
  risk: 'Lists on single objects grant access beside the policy, where reviews do not look.',
  fix: {
    text: 'Set the object ownership to BucketOwnerEnforced.',
    cli: 'aws s3api put-bucket-ownership-controls --bucket <name> --ownership-controls Rules=[{ObjectOwnership=BucketOwnerEnforced}]',
  },
  source: 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/about-object-ownership.html',
  over: 'buckets',
  needs: ['ownership'],
  judge: ({ name, ownership }) =>
    ownership === 'BucketOwnerEnforced'
      ? pass(`${name} ignores access control lists.`)
      : fail(`${name} applies access control lists (object ownership: ${ownership ?? 'not set'}).`),
})
