import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'cloudtrail_log_file_validation_enabled',
  title: 'Trail signs its logs',
  risk: 'Without digests nobody can tell whether the logs were changed after an intrusion.',
  fix: {
    text: 'Turn on log file validation.',
    cli: 'aws cloudtrail update-trail --name <name> --enable-log-file-validation',
  },
  source:
    'https://docs.aws.amazon.com/awscloudtrail/latest/userguide/cloudtrail-log-file-validation-intro.html',
  over: 'trails',
  needs: [],
  judge: ({ name, log_file_validation: validated }) =>
    validated
      ? pass(`The trail ${name} writes digests of its logs.`)
      : fail(`The trail ${name} writes no digests of its logs.`),
})
