import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 's3_bucket_object_lock',
  title: 'Bucket can lock objects against deletion',
  risk: 'Without a lock, records that must be kept can be deleted by anyone who may delete.',
  fix: {
    text: 'Turn on object lock and set a default retention.',
    cli: 'aws s3api put-object-lock-configuration --bucket <name> --object-lock-configuration ObjectLockEnabled=Enabled',
  },
  source: 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-lock.html',
  over: 'buckets',
  needs: ['object_lock'],
  judge: ({ name, object_lock: locked }) =>
    locked ? pass(`${name} has object lock on.`) : fail(`${name} has object lock off.`),
})
