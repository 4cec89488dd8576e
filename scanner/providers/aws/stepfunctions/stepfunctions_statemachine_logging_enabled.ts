import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'stepfunctions_statemachine_logging_enabled',
  title: 'Step Functions state machine has logging enabled',
  description:
    'Reads the log level of each state machine for its execution history in CloudWatch Logs.',
  risk: 'After the execution history is deleted, which is immediate for express workflows, the actions and data of an execution cannot be determined.',
  decision:
    'Passes if the log level is ALL, ERROR or FATAL. Fails if it is OFF, which is the default.',
  fix: {
    text: 'Configure a log level and a log group.',
    console: [
      'Open AWS Step Functions, choose State machines, choose the state machine, and choose Edit.',
      'On the Config tab, under Logging, choose a log level and a log group.',
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
      ? fail(`The state machine ${name} has logging disabled.`)
      : pass(`The state machine ${name} has logging enabled at the level ${level}.`),
})
