import { fail, pass } from '../../../kit/index.ts'
import { settingsOff } from './exposure.ts'
import { check } from './resources.ts'

export default check({
  id: 's3_access_point_public_access_block',
  title: 'Access point blocks public access',
  risk: 'An access point is a second door to a bucket: without its own block, its policy can let strangers in.',
  fix: {
    text: 'The block of an access point cannot be changed: create a new one with all four settings and delete this one.',
    cli: 'aws s3control create-access-point --account-id <id> --name <name> --bucket <bucket> --public-access-block-configuration BlockPublicAcls=true,IgnorePublicAcls=true,BlockPublicPolicy=true,RestrictPublicBuckets=true',
  },
  source: 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/access-points-bpa-settings.html',
  over: 'accessPoints',
  needs: ['public_access_block'],
  judge: ({ name, bucket, public_access_block: own }) => {
    if (!own) return fail(`The access point ${name} to ${bucket} has no block on public access.`)
    const off = settingsOff(own)
    return off.length === 0
      ? pass(`The access point ${name} to ${bucket} blocks public access in all four ways.`)
      : fail(`The access point ${name} to ${bucket} is open by ${off.join(', ')}.`)
  },
})
