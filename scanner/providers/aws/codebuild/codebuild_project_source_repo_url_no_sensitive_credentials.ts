import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'codebuild_project_source_repo_url_no_sensitive_credentials',
  title: 'Addresses of the project’s sources hold no password',
  description:
    'Reads the addresses of the primary and secondary sources of each project and looks for a password or a token in them; of the address only that is kept.',
  risk: 'Whoever may look at the project reads the password and gets into the repository, and so does every log that prints the address.',
  decision:
    'Fails when an address names a password after the user (https://user:password@host), or a token of GitHub, GitLab or Bitbucket in the user’s place. Passes otherwise; a user’s name alone passes, because Bitbucket writes its addresses so.',
  fix: {
    text: 'Take the password out of the address, connect the repository by CodeConnections or OAuth, and change the password.',
    console: [
      'Change the password or revoke the token at the code host, because it has been seen.',
      'Open AWS CodeBuild, choose Build projects, choose the project, then Edit and Source.',
      'Choose a connection under Credential, put the address without user and password, and choose Update project.',
      'The command replaces the source: put all of it that batch-get-projects shows into the file, buildspec and submodules included, with the clean address.',
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
      ? fail(
          `The address of a source of the project ${name} holds credentials: ${sources.join(', ')}.`,
        )
      : pass(`No address of a source of the project ${name} holds credentials.`),
})
