import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'athena_workgroup_encryption',
  title: 'Athena workgroup encrypts query results',
  description: 'Reads whether the configuration of each workgroup encrypts query results.',
  risk: 'Query results contain the same data as the tables. Unencrypted results can be read by anyone with access to the underlying storage.',
  decision:
    'Passes if the workgroup encrypts results (SSE_S3, SSE_KMS or CSE_KMS), or stores them in Athena managed storage, which is always encrypted. Fails if it has no encryption configured. The default encryption of the bucket is not evaluated. The check athena_workgroup_enforce_configuration evaluates whether clients can override the setting. A disabled workgroup gives no finding.',
  fix: {
    text: 'Configure encryption for the query results of the workgroup.',
    console: [
      'Open Amazon Athena, choose Workgroups, and choose the workgroup.',
      'Choose Edit, and under Query result configuration, choose Encrypt query results with an encryption type and a key.',
      'Choose Save changes.',
    ],
    cli: "aws athena update-work-group --work-group <workgroup> --configuration-updates 'ResultConfigurationUpdates={EncryptionConfiguration={EncryptionOption=SSE_KMS,KmsKey=<key>}}'",
    terraform: `resource "aws_athena_workgroup" "reports" {
  name = "reports"

  configuration {
    result_configuration {
      output_location = "s3://\${aws_s3_bucket.results.bucket}/"
      encryption_configuration {
        encryption_option = "SSE_KMS"
        kms_key_arn       = aws_kms_key.results.arn
      }
    }
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/athena/latest/ug/encrypting-query-results-stored-in-s3.html',
  links: ['https://docs.aws.amazon.com/athena/latest/ug/managed-results.html'],
  over: 'workgroups',
  needs: ['details'],
  judge: ({ name, enabled, details: { encryption } }) => {
    if (!enabled) return []
    return encryption === null
      ? fail(`The workgroup ${name} does not encrypt its query results.`)
      : pass(`The workgroup ${name} encrypts its query results (${encryption}).`)
  },
})
