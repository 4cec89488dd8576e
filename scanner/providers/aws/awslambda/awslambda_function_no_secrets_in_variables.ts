import { fail, pass } from '../../../kit/index.ts'
import { matches } from '../policy/index.ts'
import { check } from './resources.ts'

const ignored: readonly string[] = []

export default check({
  id: 'awslambda_function_no_secrets_in_variables',
  title: 'Lambda function has no secrets in environment variables',
  description:
    'Searches the names and values of the environment variables of each function for secrets. Only the names are stored.',
  risk: 'Users with permission to list functions, which most read-only users have, can read database passwords and API keys.',
  decision:
    'Fails if a value has the format of a key, a token, or a URL or connection string with a password (`password=`, `pwd=`). Also fails if a name such as PASSWORD, TOKEN or SECRET has a value that looks random. Passes if none does. Secrets in other formats are not detected. Names that match a pattern in `secrets_ignore_patterns`, where * is any text, are excluded (none by default). Values are not tested against any service. Only the current configuration is read, not published versions. Variables under a key that the scanner cannot use (kms:Decrypt) are a gap in coverage.',
  fix: {
    text: 'Store secrets in Secrets Manager or Parameter Store, read them in the function, and rotate the secrets that were in variables.',
    console: [
      'Open AWS Secrets Manager and store the value as a secret.',
      'Open AWS Lambda, choose the function, then Configuration and Environment variables.',
      'Choose Edit, replace the value with the name of the secret, and choose Save.',
      'Change the code to read the secret, delete published versions that still contain it, and rotate the secret.',
      'The command replaces all variables: put the variables from get-function-configuration into the file for --environment, without the secret, and delete the file afterwards.',
    ],
    cli: 'aws lambda update-function-configuration --function-name <function> --environment file://all-variables.json',
    terraform: `resource "aws_lambda_function" "resize" {
  function_name = "resize"
  role          = aws_iam_role.resize.arn
  filename      = "resize.zip"
  handler       = "index.handler"
  runtime       = "nodejs24.x"

  environment {
    variables = { DB_SECRET_NAME = aws_secretsmanager_secret.database.name }
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html',
  links: ['https://docs.aws.amazon.com/lambda/latest/dg/with-secrets-manager.html'],
  over: 'functions',
  needs: ['suspects'],
  config: { secrets_ignore_patterns: ignored },
  judge: ({ name, suspects }, { config }) => {
    const found = suspects
      .filter((it) => !config.secrets_ignore_patterns.some((one) => matches(one, it.name)))
      .map((it) => `${it.name} (${it.seems})`)
    return found.length > 0
      ? fail(`The function ${name} appears to have secrets in ${found.slice(0, 10).join(', ')}.`)
      : pass(`The function ${name} has no environment variable that looks like a secret.`)
  },
})
