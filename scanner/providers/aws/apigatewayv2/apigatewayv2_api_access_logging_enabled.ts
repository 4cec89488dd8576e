import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'apigatewayv2_api_access_logging_enabled',
  title: 'Stage of an HTTP or WebSocket API writes access logs',
  description:
    'Reads whether each stage of an HTTP or WebSocket API names a place for its access logs.',
  risk: 'Calls that stole data or tried every password leave no line behind that says when and from where.',
  decision:
    'Passes when the stage names a destination for access logs, and fails when it names none. What the log’s format contains is not looked at.',
  fix: {
    text: 'Name a log group of CloudWatch as the destination of access logs.',
    console: [
      'Open API Gateway, choose the API, then Logging under Monitor.',
      'Select the stage and choose Edit.',
      'Turn on Access logging, give the ARN of a log group and a format, then choose Save.',
    ],
    cli: 'aws apigatewayv2 update-stage --api-id <api-id> --stage-name <stage> --access-log-settings \'{"DestinationArn":"<log-group-arn>","Format":"$context.requestId $context.identity.sourceIp $context.routeKey $context.status"}\'',
    terraform: `resource "aws_apigatewayv2_stage" "live" {
  api_id = aws_apigatewayv2_api.orders.id
  name   = "$default"

  access_log_settings {
    destination_arn = aws_cloudwatch_log_group.orders.arn
    format          = "$context.requestId $context.routeKey $context.status"
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-logging.html',
  links: [
    'https://docs.aws.amazon.com/apigateway/latest/developerguide/websocket-api-logging.html',
  ],
  over: 'stages',
  needs: [],
  judge: ({ name, access_logs: destination }) =>
    destination === null
      ? fail(`The stage ${name} writes no access logs.`)
      : pass(`The stage ${name} writes access logs to ${destination}.`),
})
