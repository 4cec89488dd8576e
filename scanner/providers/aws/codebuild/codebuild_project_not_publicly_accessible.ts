import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check } from './resources.ts'

export default check({
  id: 'codebuild_project_not_publicly_accessible',
  title: 'CodeBuild project has no public builds',
  description:
    'Reads whether the builds of each project, with their logs and artifacts, are visible on the internet.',
  risk: 'Anonymous users can read in logs and artifacts how the product is built, and sometimes passwords.',
  decision:
    'Fails if the visibility of the project is PUBLIC_READ. Passes if it is PRIVATE, which is the default. A project without its visibility in the response is reported as a coverage gap.',
  fix: {
    text: 'Make the project private.',
    console: [
      'Open AWS CodeBuild, choose Build projects, and choose the project.',
      'Choose Edit, then Project configuration.',
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
    known(project.public, 'codebuild:BatchGetProjects')
      ? fail(`The builds of the project ${project.name} are public.`)
      : pass(`The builds of the project ${project.name} are private.`),
})
