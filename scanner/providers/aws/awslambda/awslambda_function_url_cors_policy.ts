import { fail, pass } from '../../../kit/index.ts'
import { check, urlOf } from './resources.ts'

const everywhere: ReadonlySet<string> = new Set(['*', 'http://*', 'https://*'])

export default check({
  id: 'awslambda_function_url_cors_policy',
  title: 'Lambda function URL allows only specific CORS origins',
  description:
    'Reads the CORS origins that can read the responses of each function URL in a browser.',
  risk: 'If any origin is allowed, every website that a user visits can call the function from the user’s browser and read the response.',
  decision:
    'Fails if the CORS configuration of a URL allows the origin *, https://* or http://*. Passes if it names specific origins, or if there is no CORS configuration, so that browsers do not allow other origins to read responses. Functions without a URL give no finding.',
  fix: {
    text: 'Configure the origins that can call the URL.',
    console: [
      'Open AWS Lambda, choose the function, then Configuration and Function URL.',
      'Choose Edit, and open the settings of Cross-origin resource sharing (CORS).',
      'Replace * under Allow origin with your own origins, then choose Save.',
      'The command replaces the CORS configuration: put Cors from get-function-url-config into the file for --cors, including methods and headers, with your origins as AllowOrigins.',
    ],
    cli: 'aws lambda update-function-url-config --function-name <function> --cors file://cors-with-origins.json',
    terraform: `resource "aws_lambda_function_url" "resize" {
  function_name      = aws_lambda_function.resize.function_name
  authorization_type = "AWS_IAM"

  cors {
    allow_origins = ["https://www.example.com"]
    allow_methods = ["GET"]
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/lambda/latest/dg/urls-configuration.html',
  over: 'functions',
  needs: ['urls'],
  judge: ({ name, urls }) => {
    if (urls.length === 0) return []
    const open = urls.filter(({ origins }) => origins.some((it) => everywhere.has(it)))
    return open.length > 0
      ? fail(
          `The function ${name} allows every website to read the responses of ${open.slice(0, 10).map(urlOf).join(', ')}.`,
        )
      : pass(`The function ${name} allows only specific origins to read the responses of its URLs.`)
  },
})
