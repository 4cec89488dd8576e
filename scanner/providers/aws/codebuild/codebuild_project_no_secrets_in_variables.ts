import { fail, pass } from '../../../kit/index.ts'
import { calledSecret } from '../secrets.ts'
import { check } from './resources.ts'

const none: readonly string[] = []

export default check({
  id: 'codebuild_project_no_secrets_in_variables',
  title: 'Project’s variables hold no secret in plain text',
  description:
    'Reads the names of the environment variables of each project that hold a value in plain text; the values are not kept.',
  risk: 'Everyone who may look at the project or its builds reads the keys and passwords, and build logs may print them.',
  decision:
    'Fails when a variable of the type PLAINTEXT, which is the default, is called AWS_ACCESS_KEY_ID or AWS_SECRET_ACCESS_KEY, or when its name has a word for a secret in it: password, passphrase, secret, token, credentials, or an API, access, auth, private, encryption or signing key. Names that end in what a secret is only about, such as ID, NAME, ARN, URL, FILE, TTL or RULES, do not count. Values are not looked into, except that empty ones and ARNs do not count. Names in `excluded_sensitive_environment_variables` (none unless configured) are left out. Passes otherwise.',
  fix: {
    text: 'Keep secrets in Secrets Manager or Parameter Store and let the variable name them there.',
    console: [
      'Put the value into AWS Secrets Manager, and change it at its source, because it has been seen.',
      'Open AWS CodeBuild, choose Build projects, choose the project, then Edit and Environment.',
      'Under Environment variables, choose Secrets Manager as the type and the secret’s name as the value.',
      'Let the project’s role read the secret, and choose Update project.',
      'The command replaces the environment: put image, size and all variables that batch-get-projects shows into the file, with the type SECRETS_MANAGER for the secret.',
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
      ? fail(`The project ${name} keeps in plain text what is called ${found.join(', ')}.`)
      : pass(`No variable in plain text of the project ${name} is called like a secret.`)
  },
})
