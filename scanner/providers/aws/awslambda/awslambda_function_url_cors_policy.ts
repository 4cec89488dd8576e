import { fail, pass } from '../../../kit/index.ts'
import { check, urlOf } from './resources.ts'

const everywhere: ReadonlySet<string> = new Set(['*', 'http://*', 'https://*'])

export default check({
  id: 'awslambda_function_url_cors_policy',
  title: 'Function URLs name the origins that may read their answers',
  description:
    'Reads of which origins browsers let the pages read what the URLs of each function answer.',
  risk: 'With any origin allowed, every website that a visitor opens can call the function from the visitor’s browser and read the answer.',
  decision:
    'Fails when the CORS setting of a URL allows the origin *, https://* or http://*. Passes when it names origins, or when there is no CORS setting, so that browsers let no other origin read. Functions without a URL give no finding.',
  fix: {
    text: 'Name the origins that may call the URL.',
    console: [
      'Open AWS Lambda, choose the function, then Configuration and Function URL.',
      'Choose Edit, and open the settings of cross-origin resource sharing.',
      'Replace * under Allow origin by your own origins, then choose Save.',
      'The command replaces the CORS setting: put all of Cors that get-function-url-config shows into the file, methods and headers included, with your origins as AllowOrigins.',
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
          `The function ${name} lets every website read the answers of ${open.slice(0, 10).map(urlOf).join(', ')}.`,
        )
      : pass(`The function ${name} lets no unnamed website read the answers of its URLs.`)
  },
})
