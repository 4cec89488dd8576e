import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'cloudtrail_log_file_validation_enabled',
  title: 'Trail has log file validation enabled',
  description:
    'Reads whether each trail delivers signed digest files, which reveal changed or missing log files.',
  risk: 'Without digest files, it is not possible to verify that log files were not changed after an intrusion.',
  decision:
    'Passes if log file validation is enabled for the trail. Fails if it is disabled. If CloudTrail does not return the setting, there is no verdict but a gap in coverage. Each trail is evaluated once, in its home region. Whether the digests are ever verified is not visible.',
  fix: {
    text: 'Enable log file validation for the trail.',
    console: [
      'Open AWS CloudTrail in the trail’s home region, choose Trails, then the trail.',
      'Under General details, choose Edit.',
      'Under Additional settings, enable Log file validation.',
      'Choose Save changes. Files that were delivered earlier have no digests.',
    ],
    cli: 'aws cloudtrail update-trail --name <name> --enable-log-file-validation',
    terraform: `resource "aws_cloudtrail" "audit" {
  name                       = "audit"
  s3_bucket_name             = aws_s3_bucket.audit.id
  is_multi_region_trail      = true
  enable_log_file_validation = true
}`,
  },
  source:
    'https://docs.aws.amazon.com/awscloudtrail/latest/userguide/cloudtrail-log-file-validation-intro.html',
  links: [
    'https://docs.aws.amazon.com/awscloudtrail/latest/userguide/cloudtrail-log-file-validation-cli.html',
  ],
  over: 'trails',
  needs: ['log_file_validation'],
  judge: ({ name, log_file_validation: validated }) =>
    validated
      ? pass(`The trail ${name} has log file validation enabled.`)
      : fail(`The trail ${name} has log file validation disabled.`),
})
