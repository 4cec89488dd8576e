import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 's3_bucket_object_versioning',
  title: 'Bucket keeps former versions of objects',
  risk: 'Without versions, an overwritten or deleted object is gone, be it by mistake or by ransomware.',
  fix: {
    text: 'Turn on versioning.',
    cli: 'aws s3api put-bucket-versioning --bucket <name> --versioning-configuration Status=Enabled',
  },
  source: 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/Versioning.html',
  over: 'buckets',
  needs: ['versioning'],
  judge: ({ name, versioning }) =>
    versioning.enabled
      ? pass(`${name} keeps former versions.`)
      : fail(`${name} keeps no former versions.`),
})
