import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'codebuild_project_logging_enabled',
  title: 'CodeBuild project has logging enabled',
  description: 'Reads whether each project sends its build logs to CloudWatch or S3.',
  risk: 'If a build is compromised, there is no record of the commands that it ran.',
  decision:
    'Passes if logs are sent to CloudWatch, which is the default, or to S3. Fails if both are disabled.',
  fix: {
    text: 'Send the build logs to CloudWatch or S3.',
    console: [
      'Open AWS CodeBuild, choose Build projects, and choose the project.',
      'Choose Edit, then Logs.',
      'Choose CloudWatch logs or S3 logs with their destination, and choose Update logs.',
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
      ? pass(`The project ${name} has build logs enabled.`)
      : fail(`The project ${name} has build logs disabled.`),
})
