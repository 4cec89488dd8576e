import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'codebuild_report_group_export_encrypted',
  title: 'Test reports are encrypted where they are exported',
  description:
    'Reads whether report groups that export their raw results to S3 have them encrypted there.',
  risk: 'Test results, with paths, data and messages of the product, lie readable in the bucket.',
  decision:
    'Passes when the export goes to S3 and its encryption is not disabled, fails when it is. A group that exports nothing has no verdict.',
  fix: {
    text: 'Turn on encryption of the exported reports.',
    console: [
      'Open AWS CodeBuild, choose Report groups, and choose the group.',
      'Choose Edit.',
      'Under Export to Amazon S3, choose a key instead of Disable artifact encryption, and choose Save.',
      'The command replaces the export: put exportConfig of batch-get-report-groups into the file, path and packaging included, with encryptionDisabled false.',
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
