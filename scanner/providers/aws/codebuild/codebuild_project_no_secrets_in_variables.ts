import { fail, pass } from '../../../kit/index.ts'
import { calledSecret } from '../secrets.ts'
import { check } from './resources.ts'

const none: readonly string[] = []

export default check({
  id: 'codebuild_project_no_secrets_in_variables',
  title: 'CodeBuild project has no plaintext secrets in environment variables',
  description:
    'Reads the names of the plaintext environment variables of each project. Their values are not stored.',
  risk: 'Users who can view the project or its builds can read the keys and passwords, and build logs may print them.',
  decision:
    'Fails if a variable of type PLAINTEXT, which is the default, is named AWS_ACCESS_KEY_ID or AWS_SECRET_ACCESS_KEY. Also fails if its name contains a word for a secret: password, passphrase, secret, token, credentials, or an API, access, auth, private, encryption or signing key. Names that end in an attribute of a secret, such as ID, NAME, ARN, URL, FILE, TTL or RULES, do not count. Values are not evaluated, except that empty values and ARNs do not count. Names in `excluded_sensitive_environment_variables` (none by default) are excluded. Passes otherwise.',
  fix: {
    text: 'Store secrets in Secrets Manager or Parameter Store, and refer to them in the environment variable.',
    console: [
      'Store the value in AWS Secrets Manager, and rotate it at its source, because it has been exposed.',
      'Open AWS CodeBuild, choose Build projects, choose the project, then Edit and Environment.',
      'Under Environment variables, choose Secrets Manager as the type, and enter the name of the secret as the value.',
      'Allow the role of the project to read the secret, and choose Update project.',
      'The command replaces the environment: put image, size and all variables from batch-get-projects into the file for --environment, with the type SECRETS_MANAGER for the secret.',
    ],
    cli: 'aws codebuild update-project --name <project> --environment file://whole-environment.json',
    terraform: `resource "aws_codebuild_project" "shop" {
  name         = "shop"
  service_role = aws_iam_role.build.arn

  environment {
    type         = "LINUX_CONTAINER"
    compute_type = "BUILD_GENERAL1_SMALL"
    image        = "aws/codebuild/standard:7.0"

    environment_variable {
      name  = "DB_PASSWORD"
      value = "shop/db:password"
      type  = "SECRETS_MANAGER"
    }
  }

  source {
    type = "CODEPIPELINE"
  }

  artifacts {
    type = "CODEPIPELINE"
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/securityhub/latest/userguide/codebuild-controls.html',
  links: ['https://docs.aws.amazon.com/codebuild/latest/userguide/change-project.html'],
  over: 'projects',
  needs: [],
  config: { excluded_sensitive_environment_variables: none },
  judge: (
    { name, plain_variables },
    { config: { excluded_sensitive_environment_variables: excluded } },
  ) => {
    const found = plain_variables.filter((it) => calledSecret(it) && !excluded.includes(it))
    return found.length > 0
      ? fail(
          `The project ${name} has plaintext environment variables with names of secrets: ${found.join(', ')}.`,
        )
      : pass(`The project ${name} has no plaintext environment variable with the name of a secret.`)
  },
})
