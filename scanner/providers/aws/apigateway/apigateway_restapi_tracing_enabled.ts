import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'apigateway_restapi_tracing_enabled',
  title: 'REST API stage has X-Ray tracing enabled',
  description: 'Reads whether each stage has X-Ray tracing enabled.',
  risk: 'Without traces, it is difficult to locate slow or failed requests across services.',
  decision:
    'Fails if tracing is disabled, and passes if it is enabled. The sampling rate is not evaluated.',
  fix: {
    text: 'Enable X-Ray tracing for the stage.',
    console: [
      'Open API Gateway, choose the REST API, choose Stages, and choose the stage.',
      'Under Logs and tracing, choose Edit.',
      'Turn on X-Ray tracing, and choose Save changes.',
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
      ? pass(`The stage ${name} has X-Ray tracing enabled.`)
      : fail(`The stage ${name} has X-Ray tracing disabled.`),
})
