import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'codebuild_project_source_repo_url_no_sensitive_credentials',
  title: 'CodeBuild project has no credentials in source URLs',
  description:
    'Reads the URLs of the primary and secondary sources of each project for passwords and tokens. Only the result is stored.',
  risk: 'Users who can view the project can read the password and access the repository. Logs that print the URL also expose it.',
  decision:
    'Fails if a URL contains a password after the user name (https://user:password@host), or a token of GitHub, GitLab or Bitbucket in place of the user name. Passes otherwise. A user name alone passes, because Bitbucket URLs contain it.',
  fix: {
    text: 'Remove the password from the URL, connect the repository with CodeConnections or OAuth, and change the password.',
    console: [
      'Change the password or revoke the token at the code host, because it has been exposed.',
      'Open AWS CodeBuild, choose Build projects, choose the project, then Edit and Source.',
      'Choose a connection under Credential, enter the URL without user name and password, and choose Update project.',
      'The command replaces the source: put the source from batch-get-projects into the file for --source, including buildspec and submodules, with the URL without credentials.',
    ],
    cli: 'aws codebuild update-project --name <project> --source file://source-without-password.json',
    terraform: `resource "aws_codebuild_project" "shop" {
  name         = "shop"
  service_role = aws_iam_role.build.arn

  source {
    type     = "BITBUCKET"
    location = "https://bitbucket.org/larkspur/shop.git"
    auth {
      type     = "CODECONNECTIONS"
      resource = aws_codeconnections_connection.bitbucket.arn
    }
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
  source: 'https://docs.aws.amazon.com/securityhub/latest/userguide/codebuild-controls.html',
  links: ['https://docs.aws.amazon.com/codebuild/latest/userguide/access-tokens.html'],
  over: 'projects',
  needs: [],
  judge: ({ name, credentials_in: sources }) =>
    sources.length > 0
      ? fail(`The project ${name} has credentials in source URLs: ${sources.join(', ')}.`)
      : pass(`The project ${name} has no credentials in source URLs.`),
})
