import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'apigatewayv2_api_access_logging_enabled',
  title: 'HTTP or WebSocket API stage has access logging enabled',
  description:
    'Reads whether each stage of an HTTP or WebSocket API has a destination for access logs.',
  risk: 'Without access logs, you cannot determine when and from where data was stolen or passwords were guessed.',
  decision:
    'Passes if the stage has a destination for access logs, and fails if it has none. The log format is not evaluated.',
  fix: {
    text: 'Set a CloudWatch log group as the destination of access logs.',
    console: [
      'Open API Gateway, choose the API, and under Monitor choose Logging.',
      'Select the stage and choose Edit.',
      'Turn on Access logging, enter the ARN of a log group and a format, and choose Save.',
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
      ? fail(`The stage ${name} has access logging disabled.`)
      : pass(`The stage ${name} sends access logs to ${destination}.`),
})
