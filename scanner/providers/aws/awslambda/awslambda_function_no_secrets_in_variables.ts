import { fail, pass } from '../../../kit/index.ts'
import { matches } from '../policy/index.ts'
import { check } from './resources.ts'

const ignored: readonly string[] = []

export default check({
  id: 'awslambda_function_no_secrets_in_variables',
  title: 'Function keeps no secrets in environment variables',
  description:
    'Looks at names and values of the environment variables of each function for what looks like a secret; only the names are kept.',
  risk: 'Whoever may list functions, which most readers of an account may, reads the keys of databases and partners with them.',
  decision:
    'Fails when a value has the shape of a key, a token, or an address or settings with a password (`password=`, `pwd=`), or when a name such as PASSWORD, TOKEN or SECRET has a value that looks drawn by chance. Passes when none does; a secret of another shape is not seen. Names that fit a pattern in `secrets_ignore_patterns`, where * is any text, are left out; none is unless configured. Nothing is tried out with any service. Only the current configuration is read, not published versions. Variables under a key that the scanner may not use (kms:Decrypt) are a gap in coverage.',
  fix: {
    text: 'Keep secrets in Secrets Manager or Parameter Store and let the function fetch them; then replace those that were in variables.',
    console: [
      'Open AWS Secrets Manager and store the value as a secret.',
      'Open AWS Lambda, choose the function, then Configuration and Environment variables.',
      'Choose Edit, replace the value by the secret’s name, and choose Save.',
      'Let the code read the secret, delete published versions that still hold it, and change the secret itself.',
      'The command replaces all variables: put those that get-function-configuration shows into the file, without the secret, and delete the file afterwards.',
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
      ? fail(`The function ${name} seems to hold secrets in ${found.slice(0, 10).join(', ')}.`)
      : pass(`The function ${name} has no variable that looks like a secret.`)
  },
})
