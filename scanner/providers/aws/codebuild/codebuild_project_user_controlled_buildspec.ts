import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'codebuild_project_user_controlled_buildspec',
  title: 'What is built stands in the project, not in the source',
  description:
    'Reads where each project takes its build commands from: from itself, from a bucket, or from a file of the source that is built.',
  risk: 'Whoever may propose a change to the source can change the commands too, and run them with the rights of the project’s role.',
  decision:
    'Fails when the primary source has a repository and the commands come from a file in it (none named means buildspec.yml). Passes when they stand in the project, as text of several lines or one that begins as YAML or JSON does, or in a bucket by its ARN, or when there is no source.',
  fix: {
    text: 'Write the build commands into the project, or keep them in a bucket that contributors cannot write to.',
    console: [
      'Open AWS CodeBuild, choose Build projects, and choose the project.',
      'Choose Edit and Buildspec.',
      'Choose Insert build commands, or name the ARN of a file in S3, and choose Update buildspec.',
      'The command replaces the source: put all of it that batch-get-projects shows into the file, credentials and clone depth included, with the ARN as buildspec.',
    ],
    cli: 'aws codebuild update-project --name <project> --source file://source-with-buildspec.json',
    terraform: `resource "aws_codebuild_project" "shop" {
  name         = "shop"
  service_role = aws_iam_role.build.arn

  source {
    type      = "GITHUB"
    location  = "https://github.com/larkspur/shop.git"
    buildspec = "\${aws_s3_bucket.builds.arn}/shop.yml"
  }

  artifacts {
    type = "NO_ARTIFACTS"
  }

  environment {
    type         = "LINUX_CONTAINER"
    compute_type = "BUILD_GENERAL1_SMALL"
    image        = "aws/codebuild/standard:7.0"
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/codebuild/latest/userguide/build-spec-ref.html',
  links: ['https://docs.aws.amazon.com/codebuild/latest/userguide/webhooks.html'],
  over: 'projects',
  needs: [],
  judge: ({ name, buildspec_file: file }) =>
    file === null
      ? pass(`The build commands of the project ${name} are no file of its source.`)
      : fail(`The project ${name} takes its build commands from ${file} in its source.`),
})
