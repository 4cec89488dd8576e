import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'codebuild_project_logging_enabled',
  title: 'Project keeps the logs of its builds',
  description: 'Reads whether each project sends the logs of its builds to CloudWatch or to S3.',
  risk: 'When a build did what it should not, nobody can see what it ran.',
  decision:
    'Passes when logs go to CloudWatch, which they do unless that is switched off, or to S3. Fails when both are disabled.',
  fix: {
    text: 'Send the logs to CloudWatch or S3.',
    console: [
      'Open AWS CodeBuild, choose Build projects, and choose the project.',
      'Choose Edit and Logs.',
      'Choose CloudWatch logs or S3 logs with where they go, and choose Update logs.',
    ],
    cli: "aws codebuild update-project --name <project> --logs-config 'cloudWatchLogs={status=ENABLED}'",
    terraform: `resource "aws_codebuild_project" "shop" {
  name         = "shop"
  service_role = aws_iam_role.build.arn

  logs_config {
    cloudwatch_logs {
      status     = "ENABLED"
      group_name = "builds"
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
  links: ['https://docs.aws.amazon.com/codebuild/latest/userguide/change-project.html'],
  over: 'projects',
  needs: [],
  judge: ({ name, logs }) =>
    logs
      ? pass(`The project ${name} keeps the logs of its builds.`)
      : fail(`The project ${name} keeps no logs of its builds.`),
})
