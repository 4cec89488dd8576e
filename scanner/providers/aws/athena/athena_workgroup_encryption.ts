import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'athena_workgroup_encryption',
  title: 'Workgroup encrypts the results of its queries',
  description:
    'Reads whether the settings of each workgroup ask for query results to be encrypted.',
  risk: 'Results hold the same data as the tables, and lie in a bucket that fewer people think of.',
  decision:
    'Passes when the workgroup sets an encryption of results (SSE_S3, SSE_KMS or CSE_KMS), or keeps them in storage that Athena manages, which is always encrypted. Fails when it sets none; the default encryption of the bucket is not taken into account. Whether clients may overrule the setting is for athena_workgroup_enforce_configuration. A disabled workgroup has no verdict.',
  fix: {
    text: 'Set an encryption for the workgroup’s results.',
    console: [
      'Open Amazon Athena, choose Workgroups, and choose the workgroup.',
      'Choose Edit, and under Query result configuration choose Encrypt query results with a kind and a key.',
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
      ? fail(`The workgroup ${name} sets no encryption for its results.`)
      : pass(`The workgroup ${name} encrypts its results (${encryption}).`)
  },
})
