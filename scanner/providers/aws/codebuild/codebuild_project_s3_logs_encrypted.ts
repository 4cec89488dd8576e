import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'codebuild_project_s3_logs_encrypted',
  title: 'CodeBuild project encrypts logs in S3',
  description: 'Reads whether projects that send their logs to S3 encrypt them.',
  risk: 'Users with access to the bucket can read unencrypted logs.',
  decision:
    'Passes if logs are sent to S3 and their encryption is not disabled. Fails if it is disabled. A project that sends no logs to S3 gives no finding.',
  fix: {
    text: 'Enable the encryption of logs in S3.',
    console: [
      'Open AWS CodeBuild, choose Build projects, and choose the project.',
      'Choose Edit, then Logs.',
      'Under S3 logs, clear Remove S3 log encryption, and choose Update logs.',
      'The command replaces all log settings: put logsConfig from batch-get-projects into the file for --logs-config, including the CloudWatch settings, with encryptionDisabled false.',
    ],
    cli: 'aws codebuild update-project --name <project> --logs-config file://encrypted-logs.json',
    terraform: `resource "aws_codebuild_project" "shop" {
  name         = "shop"
  service_role = aws_iam_role.build.arn

  logs_config {
    s3_logs {
      status              = "ENABLED"
      location            = "\${aws_s3_bucket.logs.id}/builds"
      encryption_disabled = false
    }
  }

  source {
    type = "CODEPIPELINE"
  }

  artifacts {
    type = "CODEPIPELINE"
  }

  environment {
    type         = "LINUX_CONTAINER"
    compute_type = "BUILD_GENERAL1_SMALL"
    image        = "aws/codebuild/standard:7.0"
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/securityhub/latest/userguide/codebuild-controls.html',
  over: 'projects',
  needs: [],
  judge: ({ name, s3_logs_encrypted: encrypted }) => {
    if (encrypted === null) return []
    return encrypted
      ? pass(`The logs of the project ${name} are encrypted in S3.`)
      : fail(`The logs of the project ${name} are not encrypted in S3.`)
  },
})
