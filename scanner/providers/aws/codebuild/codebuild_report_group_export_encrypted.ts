import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'codebuild_report_group_export_encrypted',
  title: 'CodeBuild report group encrypts exported test reports',
  description: 'Reads whether report groups that export raw results to S3 encrypt them.',
  risk: 'Users with access to the bucket can read unencrypted test results, which contain paths, data and messages of the product.',
  decision:
    'Passes if the results are exported to S3 and their encryption is not disabled. Fails if it is disabled. A group without an export gives no finding.',
  fix: {
    text: 'Enable the encryption of exported reports.',
    console: [
      'Open AWS CodeBuild, choose Report groups, and choose the group.',
      'Choose Edit.',
      'Under Export to Amazon S3, choose a key instead of Disable artifact encryption, and choose Save.',
      'The command replaces the export: put exportConfig from batch-get-report-groups into the file for --export-config, including path and packaging, with encryptionDisabled false.',
    ],
    cli: 'aws codebuild update-report-group --arn <group> --export-config file://encrypted-export.json',
    terraform: `resource "aws_codebuild_report_group" "shop" {
  name = "shop-tests"
  type = "TEST"

  export_config {
    type = "S3"
    s3_destination {
      bucket              = aws_s3_bucket.reports.id
      encryption_disabled = false
      encryption_key      = aws_kms_key.reports.arn
      packaging           = "NONE"
      path                = "/"
    }
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/securityhub/latest/userguide/codebuild-controls.html',
  links: [
    'https://docs.aws.amazon.com/codebuild/latest/userguide/report-group-export-settings.html',
  ],
  over: 'reportGroups',
  needs: [],
  judge: ({ name, export_encrypted: encrypted }) => {
    if (encrypted === null) return []
    return encrypted
      ? pass(`The exported reports of the group ${name} are encrypted.`)
      : fail(`The exported reports of the group ${name} are not encrypted.`)
  },
})
