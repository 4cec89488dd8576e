import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'apigateway_restapi_tracing_enabled',
  title: 'Stage of a REST API is traced by X-Ray',
  description: 'Reads whether each stage records traces of its calls in X-Ray.',
  risk: 'When a call is slow or goes astray between services, nobody sees where it was lost.',
  decision:
    'Fails when tracing is off and passes when it is on. How many calls are sampled is not looked at.',
  fix: {
    text: 'Turn on X-Ray tracing for the stage.',
    console: [
      'Open API Gateway, choose the REST API, then Stages and the stage.',
      'Under Logs and tracing choose Edit.',
      'Turn on X-Ray tracing, then choose Save changes.',
    ],
    cli: 'aws apigateway update-stage --rest-api-id <api-id> --stage-name <stage> --patch-operations op=replace,path=/tracingEnabled,value=true',
    terraform: `resource "aws_api_gateway_stage" "live" {
  rest_api_id          = aws_api_gateway_rest_api.orders.id
  deployment_id        = aws_api_gateway_deployment.orders.id
  stage_name           = "live"
  xray_tracing_enabled = true
}`,
  },
  source: 'https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-xray.html',
  over: 'stages',
  needs: [],
  judge: ({ name, tracing }) =>
    tracing
      ? pass(`The stage ${name} is traced by X-Ray.`)
      : fail(`The stage ${name} is not traced.`),
})
