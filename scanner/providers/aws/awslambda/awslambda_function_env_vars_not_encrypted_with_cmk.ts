import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'awslambda_function_env_vars_not_encrypted_with_cmk',
  title: 'Environment variables are encrypted with a key of one’s own',
  description: 'Reads which KMS key encrypts the environment variables of each function.',
  risk: 'With AWS’s own key nobody can be kept from the variables by a key policy, and no log says who decrypted them.',
  decision:
    'Fails when the function has environment variables and names no KMS key of its own, and passes when it names one. Functions without variables give no finding; where they cannot be decrypted (kms:Decrypt), there is a gap in coverage. Whether the key itself is well kept is for the checks of KMS.',
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
      ? fail(`The function ${name} encrypts its variables with AWS’s own key.`)
      : pass(`The function ${name} encrypts its variables with ${key}.`)
  },
})
