import { fail, pass } from '../../../kit/index.ts'
import { check, urlOf } from './resources.ts'

export default check({
  id: 'awslambda_function_url_public',
  title: 'Lambda function URL requires authentication',
  description: 'Reads the authentication type of every URL of each function and its aliases.',
  risk: 'Anyone who knows the URL can run the function without limit.',
  decision:
    'Fails if the authentication type of a URL is NONE. Passes if all URLs have AWS_IAM. Functions without a URL give no finding. Authentication in the function code is not visible.',
  fix: {
    text: 'Set the authentication type of the URL to AWS_IAM, or use an API with an authorizer in front of the function.',
    console: [
      'Open AWS Lambda, choose the function, then Configuration and Function URL.',
      'Choose Edit, and set Auth type to AWS_IAM.',
      'Choose Save, and grant callers the permission lambda:InvokeFunctionUrl.',
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
      ? fail(
          `The function ${name} accepts unauthenticated requests at ${open.slice(0, 10).map(urlOf).join(', ')}.`,
        )
      : pass(`The function ${name} requires authentication at every URL.`)
  },
})
