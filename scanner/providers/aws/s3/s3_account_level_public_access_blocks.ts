import { fail, pass } from '../../../kit/index.ts'
import { settingsOff } from './exposure.ts'
import { check } from './resources.ts'

export default check({
  id: 's3_account_level_public_access_blocks',
  title: 'Account blocks public access to all its buckets',
  risk: 'Without the account’s own block, one careless grant on one bucket is enough to publish it.',
  fix: {
    text: 'Turn on all four settings of Block Public Access for the account.',
    cli: 'aws s3control put-public-access-block --account-id <id> --public-access-block-configuration BlockPublicAcls=true,IgnorePublicAcls=true,BlockPublicPolicy=true,RestrictPublicBuckets=true',
  },
  source:
    'https://docs.aws.amazon.com/AmazonS3/latest/userguide/configuring-block-public-access-account.html',
  over: 'accounts',
  needs: ['public_access_block'],
  judge: ({ name, public_access_block: own }) => {
    if (!own) return fail(`The account ${name} has no block on public access to S3.`)
    const off = settingsOff(own)
    return off.length === 0
      ? pass(`The account ${name} blocks public access to S3 in all four ways.`)
      : fail(`The account ${name} leaves public access to S3 open by ${off.join(', ')}.`)
  },
})
