import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

const obsolete: readonly string[] = [
  'dotnet5.0',
  'dotnet6',
  'dotnet7',
  'dotnet8',
  'dotnetcore1.0',
  'dotnetcore2.0',
  'dotnetcore2.1',
  'dotnetcore3.1',
  'go1.x',
  'java8',
  'nodejs',
  'nodejs10.x',
  'nodejs12.x',
  'nodejs14.x',
  'nodejs16.x',
  'nodejs18.x',
  'nodejs20.x',
  'nodejs4.3',
  'nodejs4.3-edge',
  'nodejs6.10',
  'nodejs8.10',
  'provided',
  'provided.al2',
  'python2.7',
  'python3.10',
  'python3.6',
  'python3.7',
  'python3.8',
  'python3.9',
  'ruby2.5',
  'ruby2.7',
  'ruby3.2',
]

export default check({
  id: 'awslambda_function_using_supported_runtimes',
  title: 'Lambda function uses a supported runtime',
  description:
    'Compares the runtime of each function with the runtimes that AWS no longer supports.',
  risk: 'New vulnerabilities in a deprecated runtime are not patched, and AWS eventually blocks updates of the function.',
  decision:
    'Fails if the runtime is in `obsolete_lambda_runtimes` (default: the runtimes that AWS deprecated by November 2026). Passes if it is not. Functions from container images have their own runtime and give no finding.',
  fix: {
    text: 'Migrate the function to a runtime that AWS supports.',
    console: [
      'Open AWS Lambda, choose the function, and first test its code on the new runtime.',
      'On the Code tab, under Runtime settings, choose Edit.',
      'Choose a current runtime, then choose Save.',
    ],
    cli: 'aws lambda update-function-configuration --function-name <function> --runtime nodejs24.x',
    terraform: `resource "aws_lambda_function" "resize" {
  function_name = "resize"
  role          = aws_iam_role.resize.arn
  filename      = "resize.zip"
  handler       = "index.handler"
  runtime       = "nodejs24.x"
}`,
  },
  source: 'https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtimes.html',
  links: ['https://docs.aws.amazon.com/lambda/latest/dg/runtime-support-policy.html'],
  over: 'functions',
  needs: [],
  config: { obsolete_lambda_runtimes: obsolete },
  judge: ({ name, runtime }, { config }) => {
    if (runtime === null) return []
    return config.obsolete_lambda_runtimes.includes(runtime)
      ? fail(`The function ${name} uses the runtime ${runtime}, which is no longer supported.`)
      : pass(`The function ${name} uses the runtime ${runtime}.`)
  },
})
