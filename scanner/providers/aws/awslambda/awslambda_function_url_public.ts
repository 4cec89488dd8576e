import { fail, pass } from '../../../kit/index.ts'
import { check, urlOf } from './resources.ts'

export default check({
  id: 'awslambda_function_url_public',
  title: 'Function URLs ask for credentials',
  description: 'Reads the kind of authentication of every URL of each function and of its aliases.',
  risk: 'The address is all that a stranger needs to run the function, as often as he likes.',
  decision:
    'Fails when the authentication type of a URL is NONE, and passes when all have AWS_IAM. Functions without a URL give no finding. Checks that the code makes itself are not seen.',
  fix: {
    text: 'Set the authentication type of the URL to AWS_IAM, or put an API with an authorizer in front.',
    console: [
      'Open AWS Lambda, choose the function, then Configuration and Function URL.',
      'Choose Edit, and set Auth type to AWS_IAM.',
      'Choose Save, and give callers the permission lambda:InvokeFunctionUrl.',
    ],
    cli: 'aws lambda update-function-url-config --function-name <function> --auth-type AWS_IAM',
    terraform: `resource "aws_lambda_function_url" "resize" {
  function_name      = aws_lambda_function.resize.function_name
  authorization_type = "AWS_IAM"
}`,
  },
  source: 'https://docs.aws.amazon.com/lambda/latest/dg/urls-auth.html',
  over: 'functions',
  needs: ['urls'],
  judge: ({ name, urls }) => {
    if (urls.length === 0) return []
    const open = urls.filter(({ auth_type: type }) => type !== 'AWS_IAM')
    return open.length > 0
      ? fail(`The function ${name} answers everyone at ${open.slice(0, 10).map(urlOf).join(', ')}.`)
      : pass(`The function ${name} asks for credentials at every URL.`)
  },
})
