import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 's3_bucket_lifecycle_enabled',
  title: 'Bucket has a lifecycle rule in force',
  risk: 'Data that nobody needs any more stays, costs money, and is there for the next leak.',
  fix: {
    text: 'Add a lifecycle rule that moves or expires objects.',
    cli: 'aws s3api put-bucket-lifecycle-configuration --bucket <name> --lifecycle-configuration file://rules.json',
  },
  source: 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-lifecycle-mgmt.html',
  over: 'buckets',
  needs: ['lifecycle_rules'],
  judge: ({ name, lifecycle_rules: rules }) => {
    const active = (rules ?? []).filter(({ enabled }) => enabled)
    return active.length > 0
      ? pass(`${name} has ${active.length} lifecycle rules in force.`)
      : fail(`${name} has no lifecycle rule in force.`)
  },
})
