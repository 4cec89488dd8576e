import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'codebuild_project_not_publicly_accessible',
  title: 'Project’s builds are not public',
  description:
    'Reads whether anybody on the internet may see the builds of each project with their logs and artifacts.',
  risk: 'Logs and artifacts tell strangers how the product is built, and now and then a password.',
  decision:
    'Fails when the visibility of the project is PUBLIC_READ, passes otherwise; private is what a project is unless somebody chose otherwise.',
  fix: {
    text: 'Make the project private.',
    console: [
      'Open AWS CodeBuild, choose Build projects, and choose the project.',
      'Choose Edit and Project configuration.',
      'Under Public build access, clear Enable public build access, and choose Update configuration.',
    ],
    cli: 'aws codebuild update-project-visibility --project-arn <project> --project-visibility PRIVATE',
    terraform: `resource "aws_codebuild_project" "shop" {
  name               = "shop"
  service_role       = aws_iam_role.build.arn
  project_visibility = "PRIVATE"

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
  source: 'https://docs.aws.amazon.com/codebuild/latest/userguide/public-builds.html',
  over: 'projects',
  needs: [],
  judge: (project) =>
    project.public
      ? fail(`Anybody may see the builds of the project ${project.name}.`)
      : pass(`The builds of the project ${project.name} are private.`),
})
