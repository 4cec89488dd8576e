import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'awslambda_function_no_dead_letter_queue',
  title: 'Lambda function has a dead-letter queue',
  description:
    'Reads whether each function has a queue or topic for events that it could not process.',
  risk: 'Events that fail three times are discarded without a trace, and their data is lost.',
  decision:
    'Passes if the function has a dead-letter target. Fails if it has none. On-failure destinations, which have the same purpose, are not evaluated, and neither is whether the function is invoked asynchronously.',
  fix: {
    text: 'Configure an SQS queue or an SNS topic as the dead-letter target.',
    console: [
      'Open AWS Lambda, choose the function, then Configuration and Asynchronous invocation.',
      'Choose Edit, and under Dead-letter queue service, choose SQS or SNS.',
      'Select the queue or topic, then choose Save.',
    ],
    cli: 'aws lambda update-function-configuration --function-name <function> --dead-letter-config TargetArn=<queue-arn>',
    terraform: `resource "aws_lambda_function" "resize" {
  function_name = "resize"
  role          = aws_iam_role.resize.arn
  filename      = "resize.zip"
  handler       = "index.handler"
  runtime       = "nodejs24.x"

  dead_letter_config {
    target_arn = aws_sqs_queue.failed.arn
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-retain-records.html',
  over: 'functions',
  needs: [],
  judge: ({ name, dead_letter_target: target }) =>
    target === null
      ? fail(`The function ${name} has no dead-letter queue.`)
      : pass(`The function ${name} sends events that it could not process to ${target}.`),
})
