import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 's3_bucket_no_mfa_delete',
  title: 'Deleting versions takes a second factor',
  description:
    'Reads from the versioning of each bucket whether deleting a version for good takes an MFA device.',
  risk: 'Whoever steals keys that may delete can delete every version of every object for good.',
  decision:
    'Passes when MFA delete is enabled. Fails when it is not, whatever the state of versioning.',
  fix: {
    text: 'As the root user, turn on MFA delete together with versioning.',
    console: [
      'The console cannot do it: sign in on the command line with the root user of the bucket’s account, which has an authenticator app or a hardware token.',
      'Remove the lifecycle rules of the bucket first, as S3 does not allow them together with MFA delete.',
      'Run the command with the serial number of the device, a space, and the code it shows.',
      'Delete the root user’s access key afterwards, if you made one for this.',
    ],
    cli: "aws s3api put-bucket-versioning --bucket <bucket> --versioning-configuration Status=Enabled,MFADelete=Enabled --mfa '<device serial> <code>'",
    terraform: `# To be applied by the root user, with a fresh code.
resource "aws_s3_bucket_versioning" "ledger" {
  bucket = aws_s3_bucket.ledger.id
  mfa    = "\${var.device_serial} \${var.code}"

  versioning_configuration {
    status     = "Enabled"
    mfa_delete = "Enabled"
  }
}`,
  },
  source:
    'https://docs.aws.amazon.com/AmazonS3/latest/userguide/MultiFactorAuthenticationDelete.html',
  over: 'buckets',
  needs: ['versioning'],
  judge: ({ name, versioning }) =>
    versioning.mfa_delete
      ? pass(`${name} asks for a second factor before a version is deleted.`)
      : fail(`${name} does not ask for a second factor before a version is deleted.`),
})
