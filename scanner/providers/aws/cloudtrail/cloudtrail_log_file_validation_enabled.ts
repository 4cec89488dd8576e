import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'cloudtrail_log_file_validation_enabled',
  title: 'Trail signs its logs',
  description:
    'Reads whether CloudTrail writes signed digest files beside the log files of each trail, by which a changed or missing file can be found.',
  risk: 'Without digests nobody can tell whether the logs were changed after an intrusion.',
  decision:
    'Passes when log file validation is on for the trail. Fails when it is off; when CloudTrail does not say, there is no verdict but a gap in coverage. Each trail is judged once, in its home region. Whether anybody ever compares the digests is not seen.',
  fix: {
    text: 'Turn on log file validation.',
    console: [
      'Open AWS CloudTrail in the trail’s home region, choose Trails, then the trail.',
      'Under General details, choose Edit.',
      'Under Additional settings, enable Log file validation.',
      'Choose Save changes; files that were delivered earlier stay without digests.',
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
      ? pass(`The trail ${name} writes digests of its logs.`)
      : fail(`The trail ${name} writes no digests of its logs.`),
})
