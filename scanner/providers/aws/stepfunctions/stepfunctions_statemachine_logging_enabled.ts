import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'stepfunctions_statemachine_logging_enabled',
  title: 'State machine logs its runs',
  description:
    'Reads how much of the history of its runs each state machine writes to CloudWatch Logs.',
  risk: 'What a run did, and with which data, cannot be told once its history is gone, which for express workflows is at once.',
  decision:
    'Passes when the level is ALL, ERROR or FATAL. Fails when it is OFF, which it is unless somebody chose otherwise.',
  fix: {
    text: 'Set a log level and a log group.',
    console: [
      'Open AWS Step Functions, choose State machines, choose the state machine, and choose Edit.',
      'On the tab Config, under Logging, choose a log level and a log group.',
      'Choose Save.',
    ],
    cli: 'aws stepfunctions update-state-machine --state-machine-arn <machine> --logging-configuration \'{"level":"ERROR","includeExecutionData":false,"destinations":[{"cloudWatchLogsLogGroup":{"logGroupArn":"<group>"}}]}\'',
    terraform: `resource "aws_sfn_state_machine" "orders" {
  name       = "orders"
  role_arn   = aws_iam_role.orders.arn
  definition = file("orders.asl.json")

  logging_configuration {
    level           = "ERROR"
    log_destination = "\${aws_cloudwatch_log_group.orders.arn}:*"
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/step-functions/latest/dg/cw-logs.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/stepfunctions-controls.html'],
  over: 'stateMachines',
  needs: ['details'],
  judge: ({ name, details: { log_level: level } }) =>
    level === 'OFF'
      ? fail(`The state machine ${name} does not log its runs.`)
      : pass(`The state machine ${name} logs its runs at the level ${level}.`),
})
