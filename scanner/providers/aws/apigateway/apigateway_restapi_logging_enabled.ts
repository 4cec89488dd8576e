import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'apigateway_restapi_logging_enabled',
  title: 'REST API stage has execution logging enabled',
  description:
    'Reads the execution log level of each stage, for all methods and for methods that override it.',
  risk: 'Without execution logs, you cannot determine which requests failed or probed the API, and how the integration responded.',
  decision:
    'Fails if the level for all methods is OFF or not set, or if a method that overrides it has the level OFF. Passes if all levels are ERROR or INFO. Access logs, which are a separate setting, are not evaluated.',
  fix: {
    text: 'Set the execution log level to ERROR or INFO for all methods of the stage.',
    console: [
      'Open API Gateway, choose the REST API, choose Stages, and choose the stage.',
      'Under Logs and tracing, choose Edit.',
      'Set CloudWatch logs to Errors only or Errors and info logs, and choose Save changes.',
      'If the change is rejected, first set a CloudWatch log role under Settings of API Gateway.',
    ],
    cli: "aws apigateway update-stage --rest-api-id <api-id> --stage-name <stage> --patch-operations 'op=replace,path=/*/*/logging/loglevel,value=ERROR'",
    terraform: `resource "aws_api_gateway_method_settings" "all" {
  rest_api_id = aws_api_gateway_rest_api.orders.id
  stage_name  = aws_api_gateway_stage.live.stage_name
  method_path = "*/*"

  settings {
    logging_level = "ERROR"
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-logging.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/apigateway-controls.html'],
  over: 'stages',
  needs: [],
  judge: ({ name, settings }) => {
    const all = settings.find(({ method }) => method === '*/*')?.logging ?? 'OFF'
    const own = settings.filter((it) => it.method !== '*/*' && it.logging !== 'OFF')
    if (all === 'OFF') {
      const but = own.map(({ method }) => method).slice(0, 10)
      return own.length > 0
        ? fail(
            `The stage ${name} has execution logging enabled for ${but.join(', ')}, but not for other methods.`,
          )
        : fail(`The stage ${name} has execution logging disabled.`)
    }
    const silent = settings.filter(({ logging }) => logging === 'OFF').map(({ method }) => method)
    return silent.length > 0
      ? fail(
          `The stage ${name} has execution logging disabled for ${silent.slice(0, 10).join(', ')}.`,
        )
      : pass(`The stage ${name} has execution logging enabled with the level ${all}.`)
  },
})
