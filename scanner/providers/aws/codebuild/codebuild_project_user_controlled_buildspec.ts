import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'codebuild_project_user_controlled_buildspec',
  title: 'CodeBuild project does not use a buildspec from its source',
  description:
    'Reads where the build commands of each project come from: the project itself, a bucket, or a file in its source.',
  risk: 'Users who can propose a change to the source can also change the commands and run them with the permissions of the project’s role.',
  decision:
    'Fails if the primary source has a repository and the commands come from a file in it (buildspec.yml if none is named). Passes if they are in the project, as multi-line text or text that begins like YAML or JSON, or in a bucket with an ARN, or if there is no source.',
  fix: {
    text: 'Define the build commands in the project, or store them in a bucket that contributors cannot write to.',
    console: [
      'Open AWS CodeBuild, choose Build projects, and choose the project.',
      'Choose Edit, then Buildspec.',
      'Choose Insert build commands, or enter the ARN of a file in S3, and choose Update buildspec.',
      'The command replaces the source: put the source from batch-get-projects into the file for --source, including credentials and clone depth, with the ARN as buildspec.',
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
      ? pass(`The build commands of the project ${name} do not come from a file in its source.`)
      : fail(`The project ${name} uses the build commands from ${file} in its source.`),
})
