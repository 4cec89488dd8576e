import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 's3_bucket_no_mfa_delete',
  title: 'Deleting versions takes a second factor',
  risk: 'Stolen keys alone are enough to delete every version of every object for good.',
  fix: {
    text: 'As the root user, turn on MFA delete together with versioning.',
    cli: 'aws s3api put-bucket-versioning --bucket <name> --versioning-configuration Status=Enabled,MFADelete=Enabled --mfa <device and code>',
  },
  source:
    'https://docs.aws.amazon.com/AmazonS3/latest/userguide/MultiFactorAuthenticationDelete.html',
  over: 'buckets',
  needs: ['versioning'],
  judge: ({ name, versioning }) =>
    versioning.mfa_delete
      ? pass(`${name} asks for a second factor before a version is deleted.`)
      : fail(`${name} lets versions be deleted without a second factor.`),
})
