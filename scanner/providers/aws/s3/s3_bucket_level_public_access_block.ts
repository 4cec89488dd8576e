import { fail, pass } from '../../../kit/index.ts'
import { isBlocked, settings } from './exposure.ts'
import { check } from './resources.ts'

export default check({
  id: 's3_bucket_level_public_access_block',
  title: 'Public access to the bucket is blocked',
  risk: 'A bucket that nothing blocks becomes public with the next grant that somebody adds by mistake.',
  fix: {
    text: 'Turn on all four settings of Block Public Access for the bucket or for the account.',
    cli: 'aws s3api put-public-access-block --bucket <name> --public-access-block-configuration BlockPublicAcls=true,IgnorePublicAcls=true,BlockPublicPolicy=true,RestrictPublicBuckets=true',
  },
  source:
    'https://docs.aws.amazon.com/AmazonS3/latest/userguide/configuring-block-public-access-bucket.html',
  over: 'buckets',
  needs: ['public_access_block'],
  with: { accounts: { by: 'name', fields: ['public_access_block'] } },
  judge: ({ name, public_access_block: own }, { account, joined: { accounts } }) => {
    const off = settings.filter((setting) => !isBlocked(setting, own, accounts, account))
    return off.length === 0
      ? pass(`${name} is under all four blocks on public access.`)
      : fail(`${name} is open by ${off.join(', ')}, on the bucket and on the account.`)
  },
})
