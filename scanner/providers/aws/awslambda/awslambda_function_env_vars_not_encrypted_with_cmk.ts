import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'awslambda_function_env_vars_not_encrypted_with_cmk',
  title: 'Lambda function encrypts environment variables with a customer managed key',
  description: 'Reads the KMS key that encrypts the environment variables of each function.',
  risk: 'With the AWS managed key, no key policy can restrict access to the variables, and no log shows who decrypted them.',
  decision:
    'Fails if the function has environment variables and no KMS key configured. Passes if it has one. Functions without variables give no finding. If the variables cannot be decrypted (kms:Decrypt), there is a gap in coverage. KMS checks cover the configuration of the key.',
  fix: {
    text: 'Encrypt the environment variables with a customer managed key.',
    console: [
      'Open AWS Lambda, choose the function, then Configuration and Environment variables.',
      'Choose Edit and open Encryption configuration.',
      'Choose Use a customer master key, select the key, then choose Save.',
    ],
    cli: 'aws lambda update-function-configuration --function-name <function> --kms-key-arn <key-arn>',
    terraform: `resource "aws_lambda_function" "resize" {
  function_name = "resize"
  role          = aws_iam_role.resize.arn
  filename      = "resize.zip"
  handler       = "index.handler"
  runtime       = "nodejs24.x"
  kms_key_arn   = aws_kms_key.functions.arn
}`,
  },
  source: 'https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars-encryption.html',
  over: 'functions',
  needs: ['variables'],
  judge: ({ name, variables, kms_key: key }) => {
    if (variables === 0) return []
    return key === null
      ? fail(`The function ${name} encrypts its environment variables with the AWS managed key.`)
      : pass(`The function ${name} encrypts its environment variables with ${key}.`)
  },
})
