import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'apigateway_restapi_logging_enabled',
  title: 'Stage of a REST API logs its execution',
  description:
    'Reads the level of execution logs of each stage, for all of its methods and for those that have a level of their own.',
  risk: 'When calls fail or somebody probes the API, no record says which call was made and what the integration answered.',
  decision:
    'Fails when the level for all methods is OFF or not set, and when a method with settings of its own has the level OFF. Passes when all levels are ERROR or INFO. Access logs, which are another setting, are not looked at.',
  fix: {
    text: 'Set the level of execution logs to ERROR or INFO for all methods of the stage.',
    console: [
      'Open API Gateway, choose the REST API, then Stages and the stage.',
      'Under Logs and tracing choose Edit.',
      'Set CloudWatch logs to Errors only or Errors and info logs, then choose Save changes.',
      'If that is refused, name a role for logs under Settings of API Gateway first.',
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
        ? fail(`The stage ${name} logs executions of ${but.join(', ')}, but not of other methods.`)
        : fail(`The stage ${name} logs no execution of its methods.`)
    }
    const silent = settings.filter(({ logging }) => logging === 'OFF').map(({ method }) => method)
    return silent.length > 0
      ? fail(`The stage ${name} logs no execution of ${silent.slice(0, 10).join(', ')}.`)
      : pass(`The stage ${name} logs executions at the level ${all}.`)
  },
})
