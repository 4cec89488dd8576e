import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 's3_bucket_no_mfa_delete',
  title: 'S3 bucket has MFA delete enabled',
  description:
    'Reads the versioning configuration of each bucket and whether MFA delete is enabled.',
  risk: 'An attacker with stolen credentials can permanently delete every version of every object.',
  decision:
    'Passes if MFA delete is enabled. Fails if it is not, regardless of the versioning state.',
  fix: {
    text: 'As the root user, enable MFA delete together with versioning.',
    console: [
      'The console cannot enable MFA delete. Use the AWS CLI with the root user of the bucket’s account, which needs an authenticator app or a hardware token.',
      'Remove the lifecycle rules of the bucket first. S3 does not allow them together with MFA delete.',
      'Run the command with the serial number of the device, a space, and the current code.',
      'Delete the access key of the root user if you created one for this.',
    ],
    cli: "aws s3api put-bucket-versioning --bucket <bucket> --versioning-configuration Status=Enabled,MFADelete=Enabled --mfa '<device serial> <code>'",
    terraform: `# Apply as the root user, with a current MFA code.
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
      ? pass(`Bucket ${name} has MFA delete enabled.`)
      : fail(`Bucket ${name} does not have MFA delete enabled.`),
})
